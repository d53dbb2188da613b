import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

/** The sources of the titles that could compute, without generated files, tests, rules for readers, and pictures of the first page. */
const sources = Object.entries(
  import.meta.glob<string>(['./*/**/*.{ts,svelte}', '!**/*.{test,gen}.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  }),
)
  .map(([path, text]) => [path.slice(2), text] as const)
  .filter(([path]) => !/\/(rules|title-card|dev)\//.test(path));

/** Places, sizes and shapes. */
const drawing = new RegExp(
  [
    String.raw`/board/((ground|piece|figure)/|[A-Z]\w+\.svelte|layout\.ts|rough-shapes\.ts|track\.ts)`,
    String.raw`/animation/(stage/|positions\.ts|scene-step\.ts|event-steps\.ts|trade\.ts)`,
    String.raw`/play/(spot-shapes\.ts|arrow-keys\.ts|(Near|Hint|SideNote|FieldNote|PlateNote)\.svelte)`,
    String.raw`/play/(PathPreview|WalkPath|ReachMarks|TargetMarkers|Spots|PlayBoard)\.svelte|/card/drawings\.ts|/aid/Aid\.svelte`,
  ].join('|'),
);

/** The other files that calculate, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'druids/animation/ending/Ending.svelte': 'adds the parts of the score that it shows one after the other',
  'druids/animation/voting.ts': 'what a step of the vote changed',
  'druids/board/view.ts': 'groups equal cards',
  'druids/card/kinds.ts': 'the value in the name of a card',
  'druids/plain/PlainBoard.svelte': 'order',
  'druids/play/UsePanel.svelte': 'a capital letter',
  'druids/play/reaches.ts': 'counts the stones that the effects name, by symbol',
  'druids/play/selections.ts': 'the next spot of a choice',
  'druids/text-values.ts': 'numbers from 1; a tie among the points that an event names',
  'druids/vote/VoteBoard.svelte': 'the width of a bar; order',
  'meduris/animation/event-roles.ts': 'a temple scores the huts to its left and right that the event names',
  'meduris/animation/view-changes.ts': 'the points that an event names one after the other; places in a stack',
  'meduris/plain/Plateau.svelte': 'places in a stack',
  'meduris/play/BuildChoice.svelte': 'the number of choices',
  'meduris/play/OfferPanel.svelte': 'order',
  'meduris/play/descriptions.ts': 'places in a stack',
  'meduris/play/draft.svelte.ts': 'order',
  'meduris/play/effects.ts': 'a loss without its sign',
  'meduris/play/payment.ts': 'single tokens that the reader chooses; the closest of the listed moves',
  'meduris/text-values.ts':
    'numbers from 1; the yields of an event by seat; a tie among the points that an event names',
  'pangea/play/Panel.svelte': 'the number of choices',
  'pangea/play/actors.ts': 'groups equal pieces',
  'pangea/play/descriptions.ts': 'groups equal pieces',
  'pangea/play/effects.ts': 'numbers from 1',
  'pangea/text-values.ts': 'numbers from 1',
};

/** The drawings that calculate with what can be counted, each with its reason. */
const drawnCounts: Readonly<Record<string, string>> = {
  'druids/animation/stage/Tally.svelte': 'the places of sun and moon',
  'meduris/animation/positions.ts': 'the space of the score track',
  'meduris/board/ground/Plateau.svelte': 'a number for each material, for its shape',
  'meduris/board/layout.ts': 'the space of the score track',
  'meduris/board/piece/Scores.svelte': 'the spaces of the score track',
  'meduris/board/rough-shapes.ts': 'the points of a shape',
  'meduris/play/spot-shapes.ts': 'the place of a stock',
  'pangea/board/Plate.svelte': 'the digits of a number',
};

/** The names of places and pieces: numbers of the views, but not counts. */
const names = [
  ...[
    'seat',
    'start',
    'region',
    'no',
    'next',
    'hut',
    'temple',
    'stone',
    'die',
    'to',
    'first',
    'row',
    'column',
    'field',
  ],
  ...['tile', 'id', 'tower', 'spell', 'rank', 'goal', 'number', 'round'],
];

/** Counts whose names are also those of sides, angles and other numbers of drawings. */
const ambiguous = ['left', 'turns', 'n'];

/** The numbers of each title's view. */
const counted = new Map(
  Object.entries(import.meta.glob<string>('./*/types.gen.ts', { eager: true, query: '?raw', import: 'default' })).map(
    ([path, text]) => {
      const views = [...text.matchAll(/export type \w*View = \{([^]*?)\n\};/g)].map(([, members = '']) => members);
      const numbers = [...views.join('\n').matchAll(/^ {2}(\w+)\??: (number;|\{ copper)/gm)].map(
        ([, name = '']) => name,
      );
      return [folderOf(path.slice(2)), numbers.filter((name) => !names.includes(name) && !ambiguous.includes(name))];
    },
  ),
);

function folderOf(path: string): string {
  return path.split('/')[0] ?? '';
}

interface Node {
  type: string;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isText = (value: unknown): boolean =>
  isNode(value) && (value.type === 'TemplateLiteral' || (value.type === 'Literal' && typeof value.value === 'string'));
const nameOf = (value: unknown): unknown => (isNode(value) ? (value.name ?? nameOf(value.property)) : undefined);

function calculates(node: Node): boolean {
  switch (node.type) {
    case 'BinaryExpression':
      if (node.operator === '+') return !isText(node.left) && !isText(node.right);
      return ['-', '*', '/', '%', '**'].includes(String(node.operator));
    case 'AssignmentExpression':
      return /^[-+*/%]=$/.test(String(node.operator));
    case 'UpdateExpression':
      return true;
    case 'CallExpression':
      return isNode(node.callee) && (nameOf(node.callee.object) === 'Math' || nameOf(node.callee) === 'reduce');
    // The number of things with a property.
    case 'MemberExpression':
      return nameOf(node) === 'length' && isNode(node.object) && nameOf(node.object.callee) === 'filter';
    default:
      return false;
  }
}

/** Calls `visit` for every node, until it returns false. */
function walk(value: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === 'object' && value !== null && (!isNode(value) || visit(value)))
    for (const [member, inner] of Object.entries(value)) if (member !== 'css') walk(inner, visit);
}

/** The calculations of a file: for each, the names in it. */
function calculationsOf(path: string, text: string): string[][] {
  const found: string[][] = [];
  const script = path.endsWith('.ts') ? `<script lang="ts">${text}\n</script>` : text;
  walk(parse(script, { modern: true }), (node) => {
    if (!calculates(node)) return true;
    const inside: string[] = [];
    walk(node, (one) => {
      if (one.type === 'Identifier') inside.push(String(one.name));
      return true;
    });
    found.push(inside);
    return false;
  });
  return found;
}

const calculating = sources.flatMap(([path, text]) => {
  const calculations = calculationsOf(path, text);
  return calculations.length > 0 ? [{ path, calculations }] : [];
});

describe('the clients of titles compute no price, path, yield or count', () => {
  it('finds calculations', () => {
    const script =
      '<script lang="ts">const { huts } = view; const all = huts + players.reduce((sum, n) => sum + n, 0);</script>';
    expect(calculationsOf('x.svelte', script)).toEqual([expect.arrayContaining(['huts', 'players'])]);
    expect(calculationsOf('x.svelte', '<p>{players.filter(({ huts }) => huts).length}</p>')).toHaveLength(1);
    expect(calculationsOf('x.ts', 'const text = "a" + `b`;')).toEqual([]);
    expect(counted.get('meduris')).toEqual(expect.arrayContaining(['points', 'huts', 'stock', 'price']));
  });

  it('so only drawings and a few named files calculate', () => {
    const others = calculating.filter(({ path }) => !drawing.test(path)).map(({ path }) => path);
    expect(others.sort()).toEqual(Object.keys(exceptions).sort());
  });

  it('and drawings leave alone what can be counted, except a few', () => {
    const counting = calculating.filter(
      ({ path, calculations }) =>
        drawing.test(path) && calculations.flat().some((name) => counted.get(folderOf(path))?.includes(name)),
    );
    expect(counting.map(({ path }) => path).sort()).toEqual(Object.keys(drawnCounts).sort());
  });
});
