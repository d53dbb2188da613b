// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import druids from '..';
import { seatsOf } from '../../../dev/contexts';
import { plainText } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import type { Decision, JsonObject, Move } from '../../../lib/wire/game';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { Draft } from './draft.svelte';
import { effectsOf } from './effects';
import { reachesOf } from './reaches';

const texts = { en: new TitleTexts(druids, 'en'), nl: new TitleTexts(druids, 'nl') };
const seats = seatsOf('Ada', 'Bram', 'Cleo', 'Dirk', 'Eva');

function said(view: View, decision: Decision, move: Move, language: 'en' | 'nl' = 'en'): string[] {
  return effectsOf(texts[language].about(view), view, decision, move).map((parts) =>
    plainText(parts, texts[language], seats),
  );
}

/** The sentences about a move with these effects. */
function told(view: View, seat: number, kind: string, move: Move, named: JsonObject[]): string[] {
  return said(view, { id: '1-1', seat, kind, moves: [move], effects: [named] }, move);
}

/** The view and the reader's decision of a recorded state. */
function choice(name: string): Decision & { view: View; decision: Decision; find: (part: object) => Move } {
  const fixture = fixtures[name];
  const decision = fixture?.decisions.find(({ moves }) => moves.length > 0);
  if (!fixture || !decision) throw new Error(`no decision in ${name}`);
  const find = (part: object): Move => {
    const move = decision.moves.find((one) => Object.entries(part).every(([key, value]) => one[key] === value));
    if (!move) throw new Error(`no move ${JSON.stringify(part)}`);
    return move;
  };
  return { ...decision, decision, view: guard.requireView(fixture.view), find };
}

const open = Object.keys(fixtures).filter((name) => fixtures[name]?.decisions.some(({ moves }) => moves.length > 0));

describe.each(open)('the consequences of the choices: %s', (name) => {
  const { view, decision, kind, moves } = choice(name);

  it.each(['en', 'nl'] as const)('are complete sentences: %s', (language) => {
    for (const move of moves) {
      const list = said(view, decision, move, language);
      const silent = ['nothing', 'done'].includes(String(move.do)) || (kind === 'magic' && move.do === 'move');
      if (!silent) expect(list, JSON.stringify(move)).not.toEqual([]);
      for (const sentence of list) {
        expect(sentence, JSON.stringify(move)).toMatch(/^\p{Lu}.*[.]$/u);
        expect(sentence).not.toMatch(/undefined|NaN|[{}]| {2}|-1\b|\?/);
      }
    }
  });
});

it('says how many cards the other hand has', () => {
  const { view, seat } = choice('5-turn');
  const other = seat === 0 ? 1 : 0;
  const take = (kind: string, move: Move, language: 'en' | 'nl'): string[] => {
    const effects = [[{ kind: 'take', from: other, cards: 1, of: 1 }]];
    return said(view, { id: '1-1', seat, kind, moves: [move], effects }, move, language);
  };
  const name = seats[other]?.player?.name;
  expect(take('turn', { do: 'play', card: 'raven' }, 'en')).toEqual([
    `You take one random card from ${name}, who has 1.`,
  ]);
  expect(take('landing', { do: 'exchange', cards: 1 }, 'nl')).toEqual([
    `Je krijgt 1 willekeurige kaart van ${name}, die er 1 heeft, en geeft er daarna 1 naar keuze terug.`,
  ]);
});

it('says the hand and the score after a card is given', () => {
  const { view, decision, find } = choice('give');
  const n = (view.hand?.length ?? 0) - 1;
  const sun = Number(view.worth?.[0]?.total);
  const moon = Number(view.worth?.[1]?.total);
  expect(said(view, decision, find({ card: 'moon-15' }))).toEqual([
    `Your hand then has ${n} cards.`,
    `You then score ${sun} if the sun wins, ${moon - 15} if the moon wins.`,
  ]);
  expect(said(view, decision, find({ card: 'mist' }))[1]).toBe('Your score stays the same.');
});

it('says that a druid on a pentagram scores, and that the fifth figure begins the vote', () => {
  const { view, seat } = choice('go');
  const scores = { kind: 'score', sun: 40, moon: 20 };
  expect(told(view, seat, 'go', { stone: 3 }, [{ kind: 'gather', figures: 3 }, scores])).toEqual([
    'The figure goes to the place of decision at once and stays there.',
    'You then score 40 if the sun wins, 20 if the moon wins.',
  ]);
  expect(told(view, seat, 'go', { stone: 3 }, [{ kind: 'gather', figures: 5 }, { kind: 'decide' }, scores])[1]).toBe(
    'It is the fifth: the vote begins at once, and you vote first.',
  );
});

it('says what Morrigan does where she is put', () => {
  const { view, seat } = choice('5-turn');
  const other = view.players.find((player) => player.seat !== seat)?.seat ?? -1;
  const name = seats[other]?.player?.name;
  const steal = (cards: JsonObject | number): string[] =>
    told(view, seat, 'put', { stone: 15 }, [
      { kind: 'steal', seat, from: other, cards },
      { kind: 'control', figure: 12, seat: other, from: seat },
    ]);
  expect(steal({ min: 1, max: 2 })).toContain(`You steal 1 or 2 cards from ${name}, who then controls Morrigan.`);
  expect(steal(1)).toContain(`You steal 1 card from ${name}, who then controls Morrigan.`);
  expect(steal(0)).toContain(`${name} has no cards to steal, and then controls Morrigan.`);
  const calls = [
    { kind: 'control', figure: 12, seat, from: -1 },
    { kind: 'steal', seat, from: other, cards: 0 },
    { kind: 'control', figure: 12, seat: other, from: seat },
  ];
  expect(told(view, seat, 'put', { stone: 15 }, calls)).toEqual([
    `${name} has no cards to steal, and then controls Morrigan.`,
  ]);
  expect(told(view, seat, 'put', { stone: 15 }, [])).toEqual(['The stone has no effect on it.']);
});

it('says that Morrigan steals after magic, too', () => {
  const { view, seat } = choice('magic');
  const shift = (figure: string): string[] =>
    told(view, seat, 'magic', { do: 'shift', figure }, [{ kind: 'places', stones: [1] }]);
  expect(shift('sulis')).toEqual(['You do not move. Next you choose its new stone, which has no effect.']);
  expect(shift('morrigan').join()).toMatch(/There she steals from a druid that is not on her side\.$/);
});

it.each([
  ['turn', { do: 'call', figure: 'morrigan' }],
  ['turn', { do: 'play', card: 'calling', figure: 'morrigan' }],
  ['landing', { do: 'summon', figure: 'morrigan' }],
])('says of a called or summoned Morrigan that she may change sides: %s %j', (kind, move) => {
  const { view, seat } = choice('5-turn');
  const lifted = (one: Move): string =>
    told(view, seat, kind, one, [
      { kind: 'places', stones: [15] },
      { kind: 'control', figure: 12, seat, from: -1 },
    ]).join(' ');
  expect(lifted(move)).toMatch(/If another player’s druid is there, she steals from it and changes sides\.$/);
  expect(lifted({ ...move, figure: 'sulis' })).not.toContain('changes sides');
});

it('says that nothing happens on a stone only where nothing does', () => {
  const { view, seat } = choice('go');
  const meet = { kind: 'meet', figure: 1, seat: 1 - seat, cards: 2 };
  expect(told(view, seat, 'go', { stone: 1 }, [])).toEqual(['Nothing happens here.']);
  expect(told(view, seat, 'go', { stone: 1 }, [meet]).join()).toMatch(/^You may exchange cards with /);
});

it('offers on a spirit stone only what is possible there', () => {
  const { view, seat } = choice('go');
  const offer = (summon: number, banish: number): string[] =>
    told(view, seat, 'go', { stone: 15 }, [{ kind: 'spirits', summon, banish }]);
  expect(offer(7, 1)).toEqual(['You may summon a spirit, or banish one.']);
  expect(offer(8, 0)).toEqual(['You may summon a spirit.']);
  expect(offer(0, 8)).toEqual(['You may banish a spirit.']);
});

describe('the reach that the reader looks at', () => {
  const { view, decision, moves } = choice('5-use');
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
    const [only, ...others] = reachesOf(turn.decision, calling);
    expect(others).toEqual([]);
    expect([...(only?.paths.keys() ?? [])].every((stone) => turn.view.stones[stone] === 'spirit')).toBe(true);
    const mist = reachesOf(turn.decision, [turn.find({ card: 'mist' })])[0];
    expect([...(mist?.paths.keys() ?? [])].some((stone) => turn.view.stones[stone] === 'pentagram')).toBe(false);
  });
});
