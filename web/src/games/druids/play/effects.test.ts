// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import druids from '..';
import { seatsOf } from '../../../dev/contexts';
import { entryChanges } from '../../../lib/animation/recording';
import { plainText } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import type { Move } from '../../../lib/wire/game';
import five from '../animation/fixtures/game-5.json';
import four from '../animation/fixtures/game-4.json';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { Draft } from './draft.svelte';
import { effectsOf } from './effects';
import { reachesOf } from './reaches';
import { textFormatter } from './say';
import { tallyAfter } from './vote-preview';

const texts = { en: new TitleTexts(druids, 'en'), nl: new TitleTexts(druids, 'nl') };
const seats = seatsOf('Ada', 'Bram', 'Cleo', 'Dirk', 'Eva');

function said(view: View, seat: number, kind: string, move: Move, language: 'en' | 'nl' = 'en'): string[] {
  return effectsOf(textFormatter(texts[language], view), view, seat, kind, move).map((parts) =>
    plainText(parts, texts[language], seats),
  );
}

/** The view and the reader's decision of a recorded state. */
function choice(name: string): { view: View; seat: number; kind: string; moves: Move[]; find: (part: object) => Move } {
  const fixture = fixtures[name];
  const decision = fixture?.decisions.find(({ moves }) => moves.length > 0);
  if (!fixture || !decision) throw new Error(`no decision in ${name}`);
  const find = (part: object): Move => {
    const move = decision.moves.find((one) => Object.entries(part).every(([key, value]) => one[key] === value));
    if (!move) throw new Error(`no move ${JSON.stringify(part)}`);
    return move;
  };
  return { ...decision, view: guard.requireView(fixture.view), find };
}

const open = Object.keys(fixtures).filter((name) => fixtures[name]?.decisions.some(({ moves }) => moves.length > 0));

describe.each(open)('the consequences of the choices: %s', (name) => {
  const { view, seat, kind, moves } = choice(name);

  it.each(['en', 'nl'] as const)('are complete sentences: %s', (language) => {
    for (const move of moves) {
      const list = said(view, seat, kind, move, language);
      const silent = ['nothing', 'done'].includes(String(move.do)) || (kind === 'magic' && move.do === 'move');
      if (!silent) expect(list, JSON.stringify(move)).not.toEqual([]);
      for (const sentence of list) {
        expect(sentence, JSON.stringify(move)).toMatch(/^\p{L}.*[.]$/u);
        expect(sentence).not.toMatch(/undefined|NaN|[{}]| {2}|-1\b|\?/);
      }
    }
  });
});

it('says the hand and the score after a card is given', () => {
  const { view, seat, find } = choice('give');
  const n = (view.hand?.length ?? 0) - 1;
  const sun = Number(view.worth?.[0]?.total);
  const moon = Number(view.worth?.[1]?.total);
  expect(said(view, seat, 'give', find({ card: 'moon-15' }))).toEqual([
    `Your hand then has ${n} cards.`,
    `You then score ${sun} if the sun wins, ${moon - 15} if the moon wins.`,
  ]);
  expect(said(view, seat, 'give', find({ card: 'mist' }))[1]).toBe('Your score stays the same.');
});

it('says that a druid on a pentagram scores, and that the fifth figure begins the vote', () => {
  const { view, seat, find } = choice('go');
  const at = { ...view, turn: { ...view.turn, figure: `druid-${seat}` } };
  const gate = view.stones.findIndex(
    (symbol, stone) => symbol === 'pentagram' && !at.figures.some((one) => one.stone === stone),
  );
  const move = { ...find({}), stone: gate };
  const [sun, moon] = (view.worth ?? []).map(({ total }) => total + 20);
  expect(said(at, seat, 'go', move)).toEqual([
    'The figure goes to the place of decision at once and stays there.',
    `You then score ${sun} if the sun wins, ${moon} if the moon wins.`,
  ]);
  expect(said({ ...at, gathered: 4 }, seat, 'go', move)[1]).toBe(
    'It is the fifth: the vote begins at once, and you vote first.',
  );
});

it('says what Morrigan does where she is put', () => {
  const { view, seat } = choice('5-turn');
  const other = view.players.find((player) => player.seat !== seat)?.seat ?? -1;
  const put = (owner: number): string[] => {
    const figures = view.figures.map((one) => {
      if (one.figure === 'morrigan') return { ...one, at: 'stone', stone: 13, seat: owner };
      return one.figure === `druid-${other}` ? { ...one, at: 'stone', stone: 15 } : one;
    });
    const turn = { ...view.turn, figure: 'morrigan' };
    return said({ ...view, figures, turn }, seat, 'put', { stone: 15 });
  };
  expect(put(seat)).toContain(`You steal 1 or 2 cards from ${seats[other]?.player?.name}, who then controls Morrigan.`);
  expect(put(other), 'her own player').toEqual(['The stone has no effect on it.']);
});

it('counts the votes as the server does', () => {
  let counted = 0;
  for (const game of [five, four]) {
    for (const { events, before, views } of entryChanges(game).slice(1)) {
      for (const [i, event] of events.entries()) {
        const now = guard.requireView(views[i - 1] ?? before);
        const view = guard.requireView(views[i] ?? {});
        if (event.name !== 'figures_voted' && event.name !== 'card_voted') continue;
        counted++;
        const { seat, ...move } = event.data as Move & { seat: number };
        const { sun, moon } = view.vote ?? {};
        expect(tallyAfter(now, seat, { ...move, card: (move.cards as string[] | undefined)?.[0] ?? '' })).toEqual({
          sun,
          moon,
        });
      }
    }
  }
  expect(counted).toBeGreaterThan(8);
});

describe('the reach that the reader looks at', () => {
  const { view, kind, moves } = choice('5-use');
  const decision = { id: '1-1', seat: 1, kind, moves };
  const draft = (): Draft => new Draft({ view, decision, busy: false, hint: undefined, act: () => undefined });

  it('is that of a die with every figure, of a figure with every die, and of both', () => {
    const look = draft();
    expect(look.reaches).toEqual([]);
    look.at = 'die 0';
    const byDie = moves.filter(({ die }) => die === 0);
    expect(look.reaches.map(({ figure }) => figure)).toEqual(byDie.map(({ figure }) => figure));
    look.at = 'figure druid-1';
    expect(look.reaches.map(({ die }) => die)).toEqual(
      moves.filter(({ figure }) => figure === 'druid-1').map(({ die }) => die),
    );
    look.at = null;
    look.choose('die 1');
    look.choose('die 1');
    look.look = moves[0] ?? null;
    expect(look.reaches).toHaveLength(1);
    expect(look.reaches[0]?.paths.size).toBeGreaterThan(0);
    look.reset();
    expect(look.reaches).toEqual([]);
  });

  it('is the stones for a spirit that a card brings', () => {
    const turn = choice('5-turn');
    const calling = turn.moves.filter(({ card }) => card === 'calling');
    const [only, ...others] = reachesOf(turn.view, 'turn', calling);
    expect(others).toEqual([]);
    expect([...(only?.paths.keys() ?? [])].every((stone) => turn.view.stones[stone] === 'spirit')).toBe(true);
    const mist = reachesOf(turn.view, 'turn', [turn.find({ card: 'mist' })])[0];
    expect([...(mist?.paths.keys() ?? [])].some((stone) => turn.view.stones[stone] === 'pentagram')).toBe(false);
  });
});
