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

/** A page that is urgent, a title with its board, and the parts around it. All of them need the same code. */
const titled: Graph = {
  index: { onDemand: ['main', 'table', 'other', 'title/index', 'title/card'] },
  main: {},
  table: { imports: ['kit'], onDemand: ['title/around'] },
  other: { imports: ['kit', 'odd', 'small'] },
  'title/index': { imports: ['title/board', 'title/sign', 'kit', 'small'] },
  'title/around': { imports: ['title/board', 'odd'] },
  'title/card': { imports: ['title/sign'] },
  'title/board': { size: 200 },
  'title/sign': { size: 200 },
  kit: { size: 100 },
  odd: { size: 100 },
  small: { size: 10 },
};

/** The names of chunks by module. The project is in a folder. With `reversed`, the bundler has read the modules in another order. */
function named({ of = graph, folder = '/a/', reversed = false, least = 20 } = {}): Record<string, string> {
  const inOrder = (ids: string[] = []): string[] => (reversed ? [...ids].reverse() : ids).map((id) => folder + id);
  const infoOf = (path: string): ModuleFacts => {
    const { imports, onDemand, size = 1 } = of[path.slice(folder.length)] ?? {};
    return {
      importedIds: inOrder(imports),
      dynamicallyImportedIds: inOrder(onDemand),
      code: folder + 'x'.repeat(size),
    };
  };
  const names = chunkGroups(infoOf, {
    fixed: { first: `${folder}index`, main: `${folder}main` },
    apart: (id) => (id.includes('title/') ? 'title' : ''),
    follows: (id) => id.endsWith('/around'),
    urgent: (id) => of === titled && /\/(?:table|title\/index)$/.test(id),
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
    'title/board': '105~title',
  });
  expect(new Set(Object.values(named({ least: 1 })))).toContain('105~shared');
  expect(new Set(Object.values(named({ least: 1000 })))).not.toContain('104~shared');
});

it('gives what comes after an urgent part to that part, and lets no urgent page load much in vain', () => {
  expect(named({ of: titled })).toEqual({
    index: '101~first',
    main: '102~main',
    kit: '103~shared',
    // The title needs it, and the parts that come later do not matter. With `odd`, the title would load more in vain.
    small: '103~shared',
    odd: '104~shared',
    // The board comes with the title, and not with a file of its own.
    'title/index': '106~title',
    'title/board': '106~title',
    // The card does not load the board.
    'title/sign': '105~title',
  });
});

it('gives the same chunks in another folder and order', () => {
  for (const least of [1, 20, 1000])
    expect(named({ folder: '/another/place/', reversed: true, least })).toEqual(named({ least }));
});
