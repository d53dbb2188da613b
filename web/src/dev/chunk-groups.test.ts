import { expect, it } from 'vitest';
import { chunkGroups, type ModuleFacts } from '../../chunk-groups';

type Graph = Record<string, { imports?: string[]; onDemand?: string[]; size?: number }>;

const graph: Graph = {
  index: { imports: ['route'], onDemand: ['main', 'home', 'table'] },
  route: {},
  main: { imports: ['route', 'svelte'], onDemand: ['rules'] },
  svelte: {},
  home: { imports: ['svelte', 'button', 'own'], onDemand: ['settings'] },
  own: {},
  table: { imports: ['button', 'seats', 'title/board'] },
  rules: { imports: ['button', 'seats'] },
  settings: { imports: ['title/board', 'form', 'button'] },
  button: { imports: ['icon'], size: 50 },
  icon: { size: 50 },
  seats: { imports: ['form'], size: 100 },
  form: { size: 10 },
  'title/board': { size: 200 },
};

/** The names of chunks by module. The project is in a folder. With `reversed`, the bundler has read the modules in another order. */
function named({ folder = '/a/', reversed = false, least = 20 } = {}): Record<string, string> {
  const inOrder = (ids: string[] = []): string[] => (reversed ? [...ids].reverse() : ids).map((id) => folder + id);
  const infoOf = (path: string): ModuleFacts => {
    const { imports, onDemand, size = 1 } = graph[path.slice(folder.length)] ?? {};
    return {
      importedIds: inOrder(imports),
      dynamicallyImportedIds: inOrder(onDemand),
      code: folder + 'x'.repeat(size),
    };
  };
  const names = chunkGroups(infoOf, {
    fixed: { first: `${folder}index`, main: `${folder}main` },
    apart: (id) => id.includes('title/'),
    root: folder,
    least,
  });
  return Object.fromEntries([...names].map(([path, name]) => [path.slice(folder.length), name]));
}

it('gives modules with the same users a chunk, and the small ones to a neighbor', () => {
  expect(named()).toEqual({
    index: '101~first',
    route: '101~first',
    main: '102~main',
    svelte: '102~main',
    button: '103~shared',
    icon: '103~shared',
    // The home page loads the small form in vain. Beside the seats, the settings would load these in vain.
    form: '103~shared',
    seats: '104~shared',
  });
  expect(new Set(Object.values(named({ least: 1 })))).toContain('105~shared');
  expect(new Set(Object.values(named({ least: 1000 })))).not.toContain('104~shared');
});

it('gives the same chunks in another folder and order', () => {
  for (const least of [1, 20, 1000])
    expect(named({ folder: '/another/place/', reversed: true, least })).toEqual(named({ least }));
});
