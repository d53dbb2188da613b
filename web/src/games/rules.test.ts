import { describe, expect, it } from 'vitest';

/** The sources of the titles, without generated files, texts and tests. */
const sources = Object.entries(
  import.meta.glob<string>('./*/**/*.{ts,svelte}', { eager: true, query: '?raw', import: 'default' }),
)
  .map(([path, text]) => [path.slice(2), text] as const)
  .filter(([path]) => !/\.(test|gen)\.ts$|\/rules\//.test(path));

/** The files that may cite a rule, each with its reason. All other rules are in Go, and the server sends what follows from them. */
const exceptions: Readonly<Record<string, string>> = {
  'druids/animation/score-parts.ts': 'the order in which the parts of a score are shown',
  'meduris/board/view.ts': 'the moment from which nobody has the turn',
  'pangea/animation/event-roles.ts': 'the events of the end',
};

/** Names of functions that once computed prices, yields, paths, reach, votes and scores. */
const copies = [
  ...['previewBuild', 'previewYield', 'productionChanges', 'viewAfter', 'walkAfter', 'walkAfterOffering', 'nextHut'],
  ...[
    'settlementAt',
    'templeScore',
    'runePoints',
    'reach',
    'putStones',
    'worthOf',
    'tallyAfter',
    'votesOf',
    'keptAfter',
    'buildPrices',
    'closest',
    'nextRank',
    'filled',
    'leftOf',
    'spentOn',
  ],
];

describe('rules exist once, in Go', () => {
  const citing = sources.filter(([, text]) => /\[[MDP]\d+[a-z]?(, [MDP]\d+[a-z]?)*\]/.test(text)).map(([path]) => path);

  it('reads the titles', () => expect(sources.length).toBeGreaterThan(200));

  it('so no client of a title cites a rule, except a few', () => {
    expect(citing.sort()).toEqual(Object.keys(exceptions).sort());
  });

  it.each(copies)('so no function computes %s', (name) => {
    const pattern = new RegExp(`function ${name}\\b|const ${name} = [^;]*=>`);
    expect(sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
  });

  it('so previews read effects, and apply no event', () => {
    const applying = sources.filter(
      ([path, text]) =>
        /\/(aid|board|card|plain|play|vote)\//.test(path) && /animation\/(apply|undo|derived)/.test(text),
    );
    expect(applying.map(([path]) => path)).toEqual([]);
  });
});
