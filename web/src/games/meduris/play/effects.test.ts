// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import meduris from '..';
import { seatsOf, tableContexts } from '../../../dev/contexts';
import { plainSentences } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import type { Decision, JsonObject, Move } from '../../../lib/wire/game';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import { Draft } from './draft.svelte';
import { effects } from './effects';
import OfferPanel from './OfferPanel.svelte';

const texts = { en: new TitleTexts(meduris, 'en'), nl: new TitleTexts(meduris, 'nl') };
const seats = seatsOf('Ada', 'Bram', 'Cleo', 'Dirk');
const tokens = (wood: number, wool: number, copper: number, stone: number) => ({ wood, wool, copper, stone });

function told(kind: string, move: Move, named: JsonObject[], language: 'en' | 'nl' = 'en'): string[] {
  const decision: Decision = { id: '1-1', seat: 0, kind, moves: [move], effects: [named] };
  return effects(texts[language], {}, decision, move).map((parts) => plainSentences([parts], texts[language], seats));
}

describe('the effects of a building', () => {
  it('are its price, the hand after it, its gains and the druid’s walk', () => {
    expect(
      told('turn', { do: 'hut', field: 4 }, [
        { kind: 'cost', ...tokens(3, 0, 0, 3) },
        { kind: 'lack', ...tokens(1, 0, 0, 1) },
        { kind: 'keep', tokens: 0 },
        { kind: 'settlement', huts: 3 },
        { kind: 'grown', seat: 0, points: 1 },
        { kind: 'grown', seat: 2, points: 3 },
        { kind: 'points', seat: 0, n: 2 },
        { kind: 'rune', region: 1, from: -1 },
        { kind: 'last', turns: 1 },
        { kind: 'walk', fields: [0, 1, 2, 3, 4, 5] },
        ...[1, 0, 2].map((seat, i) => ({ kind: 'stop', field: 3 + i, seat })),
        { kind: 'offering', points: 3 },
      ]),
    ).toEqual([
      'Hut: 3 wood 3 stone',
      'You are short of 1 wood 1 stone. Three others replace each',
      'You keep 0 materials',
      'The settlement will have 3 huts',
      'The bonus chip gives you 2 points at once',
      'You take the rune stone of this region',
      'Then you have built everything: 1 more turn, then the last lap',
      'Temples beside the settlement score more at the end: Ada +1 and Cleo +3',
      'Then the druid asks Bram (field 4), Ada (field 5), and Cleo (field 6) for an offering. Both materials give 3 points',
    ]);
  });

  it('say nothing about tokens in kind where all are replaced', () => {
    const named = [
      { kind: 'exact', ...tokens(0, 0, 0, 0) },
      { kind: 'replace', material: 0, tokens: 3 },
    ];
    expect(told('pay', { do: 'replace' }, named)).toEqual(['3 other materials replace the wood']);
  });

  it('include the river and the stones', () => {
    const temple = (more: JsonObject[]): string[] => told('turn', { do: 'temple', field: 20 }, more);
    expect(
      temple([
        { kind: 'cost', ...tokens(1, 0, 0, 1) },
        { kind: 'left', ...tokens(1, 3, 3, 1) },
        { kind: 'temple', points: 2 },
        { kind: 'walk', fields: [0, 1, 2] },
        { kind: 'stop', field: 2, seat: 1 },
        { kind: 'offering', points: 1 },
        { kind: 'river' },
        { kind: 'runes', seat: 2, n: 2 },
      ]),
    ).toEqual([
      'Temple: 1 wood 1 stone',
      'You keep 1 wood 3 wool 3 copper 1 stone',
      'With the huts beside it now, it scores 2 points at the end',
      'Then the druid asks Bram (field 3) for an offering. Both materials give 1 point',
      'On the way he crosses the river: Cleo +2',
    ]);
    expect(temple([{ kind: 'stone', no: 1 }])).toEqual(['Then the druid steps to stone 1']);
    expect(temple([{ kind: 'rest' }])).toEqual(['The druid waits for the first hut']);
  });

  it('are only gains with a free hut', () => {
    expect(told('turn', { do: 'hut', field: 4 }, [{ kind: 'free' }])).toEqual(['Hut: free with the bonus chip']);
  });
});

describe.each(Object.entries(fixtures))('the effects of the moves of %s', (_, { view, decisions, seats: people }) => {
  const decision = decisions.find(({ moves }) => moves?.length > 0);

  it.each(['en', 'nl'] as const)('are sentences without gaps, and every kind has words: %s', (language) => {
    for (const move of decision?.moves ?? []) {
      const said = decision ? effects(texts[language], view, decision, move) : [];
      expect(said, JSON.stringify(move)).not.toEqual([]);
      for (const parts of said)
        expect(plainSentences([parts], texts[language], people)).not.toMatch(/undefined|NaN|[{}]| {2}|^$/);
    }
  });
});

describe('the offers', () => {
  const { view: members = {}, decisions = [] } = fixtures['3-offer'] ?? {};
  const asked = decisions.find(({ moves }) => moves?.length > 0);
  const moves: Move[] = [{ do: 'nothing' }, { do: 'one', material: 'wood' }, { do: 'both' }];
  const walk = [
    { kind: 'walk', fields: [4] },
    { kind: 'stop', field: 4, seat: 1 },
    { kind: 'offering', points: 2 },
  ];
  const named = [
    [{ kind: 'points', seat: 0, n: -1 }, ...walk],
    [
      { kind: 'cost', ...tokens(1, 0, 0, 0) },
      { kind: 'left', ...tokens(0, 4, 0, 0) },
      { kind: 'points', seat: 0, n: 1 },
      ...walk,
    ],
    [
      { kind: 'cost', ...tokens(1, 0, 1, 0) },
      { kind: 'lack', ...tokens(0, 0, 1, 0) },
      { kind: 'keep', tokens: 1 },
      { kind: 'points', seat: 0, n: 2 },
      ...walk,
    ],
  ];

  function offers(list: JsonObject[][]): string[] {
    const view = guard.requireView(members);
    const decision: Decision = { id: '1-1', seat: 0, kind: 'offer', moves, effects: list };
    const draft = new Draft({ view, decision, busy: false, hint: undefined, act: () => undefined });
    const context = tableContexts(meduris, seats, draft);
    render(OfferPanel, { props: { view, decision }, context });
    return screen.getAllByRole('button').map((button) => (button.textContent ?? '').replace(/\s+/g, ' ').trim());
  }

  it('tell price, gain and the hand after it, and nothing comes last', () => {
    const [one, both, nothing] = offers(named);
    expect(one).toMatch(/1.*: \+1 point you keep 4/);
    expect(both).toMatch(/: \+2 points three others for 1.*; you keep 1$/);
    expect(nothing).toBe('Nothing: −1 point');
    expect(screen.getByTestId('walk').textContent).toContain('Then the druid asks Bram (field 5)');
  });

  it('take no point that the reader does not have, and say that the game ends', () => {
    const poor = [[{ kind: 'points', seat: 0, n: 0 }, { kind: 'rest' }], ...named.slice(1)];
    expect(offers(poor).at(-1)).toBe('Nothing: you have no point to lose');
    expect(screen.getByTestId('walk').textContent?.trim()).toBe('This is the last offering of the game.');
  });

  it('are named by the server for every move', () => {
    expect(asked?.effects).toHaveLength(asked?.moves.length ?? -1);
  });
});
