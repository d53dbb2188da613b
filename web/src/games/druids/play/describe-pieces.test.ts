// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import druids from '..';
import { seatsOf } from '../../../dev/contexts';
import { plainText } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { progress } from './describe-pieces';
import { describeSpot } from './descriptions';
import { Draft } from './draft.svelte';
import { openSpots, spotShapes } from './spot-shapes';

const view = (name: string): View => guard.requireView(fixtures[name]?.view ?? {});
const texts = { en: new TitleTexts(druids, 'en'), nl: new TitleTexts(druids, 'nl') };
const seats = seatsOf('Ada', 'Bram', 'Cleo', 'Dirk', 'Eva');

function described(of: View, spot: string, language: 'en' | 'nl' = 'en', me?: number): string[] {
  const draft = new Draft({ view: of, decision: undefined, busy: false, hint: undefined, act: () => undefined });
  const { name, details } = describeSpot(texts[language], draft, spot, me);
  return [name, ...details].map((parts) => plainText(parts, texts[language], seats));
}

describe('every thing on the board', () => {
  it.each(Object.keys(fixtures))('has a name and a purpose in all languages: %s', (name) => {
    const of = view(name);
    const shapes = spotShapes(of);
    expect(new Set(shapes.map(({ key }) => key)).size).toBe(shapes.length);
    for (const { key } of shapes)
      for (const language of ['en', 'nl'] as const) {
        const [short = '', ...purposes] = described(of, key, language);
        expect(short, `${key} in ${language}`).not.toBe('');
        expect(short.length, `${key}: ${short}`).toBeLessThan(60);
        expect(purposes.join(''), `${key} in ${language}`).not.toBe('');
        expect([short, ...purposes].join(' '), `${key} in ${language}`).not.toMatch(/undefined|NaN|\{|\}| {2}|\(\)/);
      }
  });

  it('can be pointed at: stones, figures, dice, piles, shields and places', () => {
    const of = view('5-turn');
    const keys = openSpots(of, () => false).map(({ key }) => key);
    const count = (is: string): number => keys.filter((key) => key.split(' ')[0] === is).length;
    expect([count('stone'), count('figure'), count('die'), count('shield')]).toEqual([36, 13, 2, 5]);
    expect(keys).toEqual(expect.arrayContaining(['deck', 'discard', 'center', 'tree', 'spirits']));
    expect(keys).not.toContain('dice');
    expect(openSpots(of, (spot) => spot === 'dice').map(({ key }) => key)).toContain('dice');
  });

  it('leaves a stone that can be chosen uncovered by its figures', () => {
    const of = view('5-turn');
    const figure = of.figures.find(({ at }) => at === 'stone');
    const stone = `stone ${figure?.stone}`;
    const keys = openSpots(of, (spot) => spot === stone).map(({ key }) => key);
    expect(keys).toContain(stone);
    expect(keys).not.toContain(`figure ${figure?.figure}`);
  });

  it('explains both shapes of a die and its ring', () => {
    expect(described(view('magic'), 'die 0')).toEqual([
      'The first die: 3 steps',
      'Exactly 3 steps, with any turns, but no stone twice.',
      'The ring: if both dice show one, you may use magic instead.',
    ]);
    expect(described(view('go'), 'die 1')[0]).toBe('The second die: two bends');
  });
});

describe('the standing of a player', () => {
  it('has the public facts, and the points of the cards only for the reader', () => {
    const of = view('5-turn');
    const me = fixtures['5-turn']?.me ?? -1;
    const own = described(of, `shield ${me}`, 'en', me);
    const [sun, moon] = (of.worth ?? []).map(({ total }) => String(total).replace('-', '−'));
    expect(own).toContain(`Points with the cards: ${sun} if the sun wins, ${moon} if the moon wins.`);
    for (const { seat, cards } of of.players.filter((player) => player.seat !== me)) {
      const said = described(of, `shield ${seat}`, 'en', me);
      expect(said[0]).toContain(`${cards} ${cards === 1 ? 'card' : 'cards'} in hand`);
      expect(said.at(-1)).toMatch(/^Points of the figures: .* The cards are secret\.$/);
    }
  });
});

it('says how near the vote is', () => {
  const of = view('5-turn');
  const said = (now: View): string => plainText(progress(texts.en.about(now), now), texts.en, seats);
  expect(said({ ...of, gathered: 3, missing: 2 })).toBe(
    '3 of 5 figures are at the place of decision. 2 more, and the vote begins.',
  );
  expect(said({ ...of, ending: 'cards' })).toBe('No cards are left: the vote comes at the end of this round.');
  expect(said(view('5-over'))).toBe('');
});
