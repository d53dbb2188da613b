// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { plainText } from '../../../lib/board/plain-text';
import { rawTexts } from '../../../dev/raw-texts';
import { TitleTexts } from '../../../lib/board/title-texts';
import { logLines } from '../../../lib/board/log-lines';
import pangea from '..';
import { games } from '../animation/fixtures/games';
import { readView } from '../board/view';
import { fixtures } from '../dev/fixture';
import { actorsOf, directOf } from './actors';
import { actorText, describeField, ownGoalTexts } from './descriptions';
import { effectsOf } from './effects';
import { plateLines } from './plate-lines';

const languages = ['en', 'nl'] as const;

describe.each(Object.entries(fixtures))('the descriptions of %s', (_name, { view: members, decisions, seats }) => {
  const view = readView(members);
  const decision = decisions.find(({ moves }) => moves.length > 0);
  if (!view) throw new Error('no view');

  it.each(languages)('are complete sentences in %s', (language) => {
    const texts = new TitleTexts(pangea, language);
    const actors = actorsOf(decision, view);
    const moves = [...(decision?.moves.filter(({ do: act }) => act !== 'end') ?? [])];
    const said = [
      ...view.fields.flatMap((_, field) => describeField(texts, view, field)),
      ...view.players.flatMap(({ seat }) => plateLines(texts, view, seat).map(({ parts }) => parts)),
      ...view.players.flatMap(({ seat }) => ownGoalTexts(texts, view, seat)),
      ...actors.map((actor) => actorText(texts, view, actor, 2)),
    ].map((parts) => plainText(parts, texts, seats));
    for (const move of moves)
      for (const parts of effectsOf(texts, view, decision, move)) {
        const sentence = plainText(parts, texts, seats);
        expect(sentence).toMatch(/^[\p{Lu}\d]/u);
        said.push(sentence);
      }
    for (const sentence of said) {
      expect(sentence).toMatch(/\p{L}{2}/u);
      expect(sentence).not.toMatch(/[{}_?]|undefined|NaN| {2}|\( *\)|: *$/);
    }
  });

  it('tell a consequence of every move', () => {
    const texts = new TitleTexts(pangea, 'en');
    for (const move of decision?.moves.filter(({ do: act }) => act !== 'end') ?? []) {
      expect(effectsOf(texts, view, decision, move), JSON.stringify(move)).not.toEqual([]);
    }
    expect(directOf(decision, view).size + actorsOf(decision, view).length > 0).toBe(decision !== undefined);
  });
});

it('says of a last step what its tribe and others hand in, and which goods follow', () => {
  const { view: members = {}, seats = [] } = fixtures['5-movement'] ?? {};
  const view = readView(members) ?? ({} as never);
  const [walking, standing] = view.peoples.find(({ seat }) => seat === 0)?.tribes ?? [];
  if (!walking || !standing) throw new Error('no tribes');
  Object.assign(walking, { carries: 'triangle' });
  Object.assign(standing, { carries: 'star' });
  const move = { do: 'move', tribe: walking.id, to: standing.tile };
  const effects = [
    { kind: 'deliver', amulet: 1, amulets: 1 },
    { kind: 'deliver', amulet: 5, amulets: 2 },
    { kind: 'produce', goods: 3, left: 4 },
  ];
  const decision = { id: '1-1', seat: 0, kind: 'movement', moves: [move], effects: [effects] };
  const texts = new TitleTexts(pangea, 'en');
  expect(effectsOf(texts, view, decision, move).map((parts) => plainText(parts, texts, seats))).toEqual([
    'At your tower: it hands in the triangle at the end of walking. Then you have 1 of 5.',
    'The star: it is handed in. Then you have 2 of 5.',
    'You get 3 goods, and then have 4.',
  ]);
});

it('says of a founding that ends the turn, which goods surely follow', () => {
  const { view: members = {}, seats = [] } = fixtures['5-magic'] ?? {};
  const view = readView(members) ?? ({} as never);
  const move = { do: 'found', people: 0 };
  const effects = [
    { kind: 'deliver', amulet: 5, amulets: 2 },
    { kind: 'produce', goods: { min: 1, max: 2 }, left: { min: 6, max: 7 } },
    { kind: 'produce', goods: 2, left: 7 },
  ];
  const decision = { id: '1-1', seat: 0, kind: 'magic', moves: [move], effects: [effects] };
  const texts = new TitleTexts(pangea, 'en');
  expect(effectsOf(texts, view, decision, move).map((parts) => plainText(parts, texts, seats))).toEqual([
    'The star: it is handed in. Then you have 2 of 5.',
    'You get 1 or 2 goods, and then have 6 or 7.',
    'You get 2 goods, and then have 7.',
  ]);
});

it('tells everything on a plate, for every player', () => {
  const fixture = fixtures['5-magic'];
  const view = readView(fixture?.view ?? {});
  const texts = new TitleTexts(pangea, 'en');
  const said = plateLines(texts, view ?? ({} as never), 1).map(({ parts }) =>
    plainText(parts, texts, fixture?.seats ?? []),
  );
  expect(said).toEqual([
    'Tobias, the green people',
    '6 goods, to buy amulets and to win',
    '+2 goods a turn, 1 for each producing tribe',
    '8 tribes on the board, 4 at home; 0 in the bag',
    '1 magic action a turn',
    '2 goods for an amulet',
    'Tower on the forest (room 2)',
    'In the tower: the star',
    'On the way to the tower: the crescent and the square',
    'Rank 1: 1 of 5 amulets',
    'Rank 2: 1 of 4 amulets, 6 of 10 goods',
    'Rank 3: 1 of 3 amulets, 6 of 20 goods',
    'The highest rank at the end of a round wins',
  ]);
});

it.each(languages)('writes the capacity of a land as room, never as a price: %s', (language) => {
  const room = { en: 'room', nl: 'ruimte' }[language];
  for (const [key, text] of Object.entries(rawTexts('web/src/games/pangea/texts/*.json', language))) {
    for (const [, before] of text.matchAll(/(.{0,10})\{\w*Cap\}/g))
      expect(before, key).toMatch(new RegExp(`\\(${room} $`));
  }
});

it.each(languages)('has a line for each act of a recorded game, with its place: %s', (language) => {
  const texts = new TitleTexts(pangea, language);
  const placed = /^(neutral_settled|tower_placed|tribe_founded|tile_shifted|neutral_moved|tribe_moved|spell_l\w+)$/;
  let named = 0;
  for (const { events, after } of games.flatMap(([, entries]) => entries)) {
    for (const event of events) {
      const line = logLines(texts, [event], after).map((parts) => plainText(parts, texts, []));
      const silent = event.name === 'asked' || (event.name === 'phase_ended' && event.data.itself === true);
      expect(line, event.name).toHaveLength(silent ? 0 : 1);
      if (!placed.test(event.name)) continue;
      named++;
      expect(line[0]).toMatch({ en: /\(room \d\)|row \d, column \d/, nl: /\(ruimte \d\)|rij \d, kolom \d/ }[language]);
    }
  }
  expect(named).toBeGreaterThan(50);
});
