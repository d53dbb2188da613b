// @vitest-environment jsdom
import { expect, it } from 'vitest';
import druids from '.';
import { logLines } from '../../lib/board/log-lines';
import { plainText } from '../../lib/board/plain-text';
import { TitleTexts } from '../../lib/board/title-texts';
import { seatsOf } from '../../dev/contexts';
import type { GameEvent } from '../../lib/wire/game';

const texts = new TitleTexts(druids, 'en');
const said = (...events: GameEvent[]): string[] =>
  logLines(texts, events, {}).map((parts) => plainText(parts, texts, seatsOf('Ada', 'Bram')));
const began = { name: 'exchange_began', data: { seat: 0, with: 1, cards: 1 } };
const taken = (more: object): GameEvent => ({
  name: 'card_taken',
  data: { seat: 0, from: 1, why: 'exchange', ...more },
});
const given = (more: object): GameEvent => ({ name: 'card_given', data: { seat: 1, from: 0, ...more } });

it('reports an exchange once to the players who do not see its cards', () => {
  expect(said(began, taken({}), given({}))).toEqual(['Ada exchanges 1 card with Bram.']);
});

it('names the cards of an exchange to its players', () => {
  expect(said(began, taken({ card: 'mist' }), given({ card: 'raven' }))).toEqual([
    'Ada exchanges 1 card with Bram.',
    'Ada takes Mist from Bram.',
    'Ada gives Raven to Bram.',
  ]);
});

it('names the cult of a potion', () => {
  const shown = texts.describe('move.vote_card', { do: 'potion', potion: 'moon', cult: 'sun' }, {});
  expect(plainText(shown, texts, [])).toBe('Show the moon potion: one vote for the sun');
});

it('reports a card that is taken in another way', () => {
  expect(said(taken({ why: 'raven' }))).toEqual(['Ada takes a card from Bram.']);
});
