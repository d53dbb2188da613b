/** The number of tokens of each material. */
export interface Counts {
  copper: number;
  stone: number;
  wood: number;
  wool: number;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A node of a message's JSON. */
export interface Place {
  /**
   * The path of the node, as `view.stock`. Indexes are `*`. Data of one seat begins with `own` or `other`, depending on the
   * reader's seat.
   */
  path: string;
  node: Json;
  /** The seq of its entry, if the node is part of a log. */
  seq?: number;
}

/** Walks through all nodes of a message that the browser at a seat received. The seat of a spectator is undefined. */
export function* places(body: unknown, seat: number | undefined): Generator<Place> {
  yield* walk(body as Json, '', seat);
}

function* walk(node: Json, path: string, seat: number | undefined, seq?: number): Generator<Place> {
  yield seq === undefined ? { path, node } : { path, node, seq };
  if (Array.isArray(node)) {
    for (const item of node) yield* walk(item, step(path, '*'), seat, seq);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const now = path === 'entries.*' ? Number(node.seq) : seq;
  for (const [name, value] of Object.entries(node)) {
    if (name === 'events' && Array.isArray(value)) {
      for (const event of value) yield* walkEvent(event, seat, now);
    } else if (name === 'decisions' && Array.isArray(value)) {
      for (const decision of value) yield* walk(decision, `${ownerOf(decision, seat)} decision`, seat, now);
    } else if (name === 'payment') {
      yield* walk(value, `${ownerOf(value, seat)} payment`, seat, now);
    } else yield* walk(value, step(path, name), seat, now);
  }
}

function* walkEvent(event: Json, seat: number | undefined, seq: number | undefined): Generator<Place> {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return;
  const data = event.data ?? null;
  yield* walk(data, `${ownerOf(data, seat)} event ${String(event.name)}`, seat, seq);
}

function ownerOf(node: Json, seat: number | undefined): 'own' | 'other' {
  const owner = typeof node === 'object' && node !== null && !Array.isArray(node) ? node.seat : undefined;
  return seat !== undefined && owner === seat ? 'own' : 'other';
}

function step(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

const materials = ['copper', 'stone', 'wood', 'wool'] as const;

/** Returns the counts of materials in a node; undefined if it has fewer than two of them as numbers. */
export function countsIn(node: unknown): Counts | undefined {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined;
  const members = node as Partial<Record<string, unknown>>;
  if (materials.filter((name) => typeof members[name] === 'number').length < 2) return undefined;
  const count = (name: string): number => Number(members[name] ?? 0);
  return { copper: count('copper'), stone: count('stone'), wood: count('wood'), wool: count('wool') };
}

/** Tells whether a node has the four counts of a hand as values, under any names and in any order. */
export function carries(node: unknown, hand: Counts): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const values: unknown[] = Object.values(node);
  if (values.length !== 4 || values.some((value) => typeof value !== 'number')) return false;
  const sorted = (list: number[]): string => list.sort((a, b) => a - b).join();
  return sorted(values as number[]) === sorted(Object.values(hand) as number[]);
}
