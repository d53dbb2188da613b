import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** The files that a file imports, also those whose types alone it uses. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns groups of files that import each other, and files that import themselves. */
function circles(imports: Imports): string[][] {
  const reach = (from: string): Set<string> => {
    const reached = new Set<string>();
    for (const waiting = [...(imports.get(from) ?? [])]; waiting.length > 0;) {
      const next = waiting.pop() ?? '';
      if (!reached.has(next)) waiting.push(...(imports.get(next) ?? []));
      reached.add(next);
    }
    return reached;
  };
  const reached = new Map([...imports.keys()].map((file) => [file, reach(file)]));
  const groups = [...reached].flatMap(([file, others]) =>
    others.has(file) ? [[...others].filter((other) => reached.get(other)?.has(file)).sort()] : [],
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

// A component may contain itself.
function importsOf(folders: readonly string[]): Imports {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => /\.(ts|svelte)$/.test(file));
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*'(\.[^']*)'/g)].flatMap(([, to = '']) => {
        const path = join(dirname(file), to);
        return ['', '.ts', '/index.ts']
          .map((end) => path + end)
          .filter((one) => /\.\w+$/.test(one) && existsSync(one) && !(one === file && one.endsWith('.svelte')));
      }),
    ]),
  );
}

it('finds a planted circle, of three files and of one', () => {
  const planted = { a: ['b'], b: ['c'], c: ['a', 'd'], d: [], e: ['e'] };
  expect(circles(new Map(Object.entries(planted)))).toEqual([['a', 'b', 'c'], ['e']]);
});

it('no files import each other', () => {
  const imports = importsOf(['src', 'e2e']);
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(circles(imports)).toEqual([]);
});
