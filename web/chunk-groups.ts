/** The facts of the bundler about a module. */
export interface ModuleFacts {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
}

interface Wishes {
  /** Modules that have a chunk with all that they import, by the name of the chunk. The first chunks take what later ones import, too. */
  fixed: Readonly<Record<string, string>>;
  /** The name of a part of the project whose modules share no chunk with others; empty for the rest. */
  apart: (id: string) => string;
  /** Reports modules that are loaded on demand after an urgent one, which then has loaded what both need. */
  follows: (id: string) => boolean;
  /** The folder of the project. The length of its name does not count. */
  root: string;
  /** Reports modules whose code a person waits for. Code that they would load in vain counts tenfold. */
  urgent: (id: string) => boolean;
  /** A chunk with less code, in characters, joins another one. A quarter of it is enough for a chunk of a part that is apart. */
  least: number;
}

interface Group {
  /** As `apart` names it. */
  part: string;
  /** The modules that are loaded on demand and import those of this group. */
  users: Set<string>;
  modules: string[];
  size: number;
}

/**
 * Returns the name of a chunk for each module that several parts of the client share: `NUMBER~NAME`. Modules with the same users share a
 * chunk, and a small chunk joins the one with which pages load the least code that they do not need. The result depends on the modules
 * alone, not on the order in which they were read, so that two builds are the same. The bundler goes through chunks by name, and adds the
 * imports of each that no chunk has yet. So chunks with more users come first, and parts that are apart come last.
 */
export function chunkGroups(infoOf: (id: string) => ModuleFacts | null, wishes: Wishes): Map<string, string> {
  const { fixed, apart, follows, root, urgent, least } = wishes;
  const names = new Map<string, string>();
  const withImports = (id: string, found = new Set<string>()): Set<string> => {
    if (names.has(id) || found.has(id)) return found;
    found.add(id);
    for (const other of infoOf(id)?.importedIds ?? []) withImports(other, found);
    return found;
  };
  let count = 100;
  const give = (name: string, modules: Iterable<string>): void => {
    count += 1;
    for (const id of modules) names.set(id, `${count}~${name}`);
  };
  for (const [name, id] of Object.entries(fixed)) give(name, withImports(id));

  const onDemand = (modules: Iterable<string>): string[] =>
    [...modules].flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? []);
  // The set grows while the loop goes through it.
  const entries = new Set(onDemand(names.keys()));
  const users = new Map<string, string[]>();
  for (const entry of entries) {
    const modules = withImports(entry);
    for (const other of onDemand(modules)) entries.add(other);
    for (const id of modules) users.set(id, [...(users.get(id) ?? []), entry]);
  }

  const groups = new Map<string, Group>();
  for (const id of [...users.keys()].sort()) {
    const part = apart(id);
    const all = users.get(id)?.sort() ?? [];
    const list = part && all.some(urgent) ? all.filter((user) => !follows(user)) : all;
    if (list.length < 2 && !(part && list.some(urgent))) continue;
    const key = [part, ...list].join('\n');
    const group = groups.get(key) ?? { part, users: new Set(list), modules: [], size: 0 };
    group.modules.push(id);
    group.size += infoOf(id)?.code?.replaceAll(root, '').length ?? 0;
    groups.set(key, group);
  }
  const parts = [...new Set([...groups.values()].map(({ part }) => part))].sort();
  for (const name of parts) {
    const own = [...groups.values()].filter(({ part }) => part === name);
    const joined = joinSmall(own, { urgent, least: name ? least / 4 : least });
    for (const { modules } of joined.sort((a, b) => b.users.size - a.users.size)) give(name || 'shared', modules);
  }
  return names;
}

/** Joins the smallest group to another one until none is too small. */
function joinSmall(groups: readonly Group[], { least, urgent }: Pick<Wishes, 'least' | 'urgent'>): Group[] {
  const left = [...groups];
  for (;;) {
    const [small] = left.filter(({ size }) => size < least).sort((a, b) => a.size - b.size);
    if (!small) return left;
    left.splice(left.indexOf(small), 1);
    const [best] = [...left].sort((a, b) => waste(a, small, urgent) - waste(b, small, urgent));
    if (!best) return [small];
    for (const user of small.users) best.users.add(user);
    best.modules.push(...small.modules);
    best.size += small.size;
  }
}

/** The code that the users of one group alone would load in vain if the two were one. */
function waste(a: Group, b: Group, urgent: Wishes['urgent']): number {
  const others = (of: Group, than: Group): number =>
    [...of.users].reduce((sum, user) => sum + (than.users.has(user) ? 0 : urgent(user) ? 10 : 1), 0);
  return others(a, b) * b.size + others(b, a) * a.size;
}
