// @vitest-environment jsdom
import { expect, it } from 'vitest';
import druids from '..';
import { testPlaces } from '../../../dev/animation-tests';
import { seatsOf } from '../../../dev/contexts';
import { entryChanges } from '../../../lib/animation/recording';
import { logLines } from '../../../lib/board/log-lines';
import { plainText } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import { spotShapes } from '../play/spot-shapes';
import { guard } from '../guard';
import five from './fixtures/game-5.json';
import four from './fixtures/game-4.json';
import { places } from './places';

const changes = [five, four].flatMap((game) => entryChanges(game).slice(1));

testPlaces(changes, (view) => spotShapes(guard.requireView(view)), places, [
  ...['druid_placed', 'figure_moved', 'figure_entered', 'dice_rolled', 'spirit_called', 'card_drawn'],
  ...['card_taken', 'vote_began'],
]);

it.each(['en', 'nl'] as const)('names each stone of a log line in words: %s', (language) => {
  const texts = new TitleTexts(druids, language);
  const seats = seatsOf('Ada', 'Bram', 'Cleo', 'Dirk', 'Eva');
  const stone = {
    en: /stone \d+ \((inner|middle|outer) ring\)|pentagram stone \d+/,
    nl: /steen \d+ \((binnenste|middelste|buitenste) kring\)|pentagramsteen \d+/,
  };
  let named = 0;
  for (const { events, after } of changes) {
    for (const event of events) {
      if (!places(event).some((place) => place.startsWith('stone '))) continue;
      named++;
      const [line] = logLines(texts, [event], after).map((parts) => plainText(parts, texts, seats));
      expect(line, event.name).toMatch(stone[language]);
    }
  }
  expect(named).toBeGreaterThan(50);
});

it('names both ends of a walk, the figure of a card, and both players of an exchange', () => {
  const data = { seat: 0, figure: 'sulis', from: 3, to: 7, path: [7], die: 0 };
  expect(places({ name: 'figure_moved', data })).toEqual(['stone 3', 'stone 7']);
  expect(places({ name: 'control_taken', data: { seat: 0, figure: 'sulis', from: 1 } })).toEqual(['figure sulis']);
  const played = { seat: 0, card: 'mist', figure: 'druid-0', victim: -1 };
  expect(places({ name: 'card_played', data: played })).toEqual(['figure druid-0']);
  const raven = { seat: 0, card: 'raven', figure: 'none', victim: 2 };
  expect(places({ name: 'card_played', data: raven })).toEqual(['shield 2']);
  const began = { name: 'exchange_began', data: { seat: 0, with: 1, cards: 1 } };
  expect(places(began)).toEqual(['shield 0', 'shield 1']);
});

it('names none for other events', () => {
  expect(places({ name: 'vote_tied', data: { sun: 1, moon: 1 } })).toEqual([]);
});
