// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import meduris from '..';
import { seatsOf } from '../../../dev/contexts';
import { plainSentences } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import { standings } from '../board/standing';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { progress } from './describe-pieces';
import { describeSpot } from './descriptions';
import { Draft } from './draft.svelte';
import { spotShapes } from './spot-shapes';
import type { Spot } from './targets';

const view = (name: string): View => guard.requireView(fixtures[name]?.view ?? {});
const texts = { en: new TitleTexts(meduris, 'en'), nl: new TitleTexts(meduris, 'nl') };
const seats = seatsOf('Ada', 'Bram', 'Cleo', 'Dirk');

function described(of: View, spot: Spot, language: 'en' | 'nl' = 'en'): string[] {
  const draft = new Draft({ view: of, decision: undefined, busy: false, hint: undefined, act: () => undefined });
  const { name, details } = describeSpot(texts[language], draft, spot, 0);
  return [name, ...details].map((parts) => plainSentences([parts], texts[language], seats));
}

describe('every thing on the board', () => {
  it.each(Object.keys(fixtures))('has a name and a purpose in all languages: %s', (name) => {
    const of = view(name);
    const shapes = spotShapes(of);
    expect(new Set(shapes.map(({ key }) => key)).size).toBe(shapes.length);
    for (const { spot, key } of shapes)
      for (const language of ['en', 'nl'] as const) {
        const [short = '', ...purposes] = described(of, spot, language);
        expect(short, `${key} in ${language}`).not.toBe('');
        expect(short.length, `${key}: ${short}`).toBeLessThan(60);
        expect(purposes.join(''), `${key} in ${language}`).not.toBe('');
        expect([short, ...purposes].join(' '), `${key} in ${language}`).not.toMatch(/undefined|NaN|\{|\}/);
      }
  });

  it('includes runes, workers, screens, scores, die, druid, path, river and track', () => {
    const of = view('4-middle');
    const kinds = spotShapes(of).map(({ spot }) => spot.is);
    const count = (is: Spot['is']): number => kinds.filter((kind) => kind === is).length;
    expect(count('rune')).toBe(9);
    expect(count('screen')).toBe(4);
    expect(count('score')).toBe(4);
    expect(count('worker')).toBe(Object.values(of.plateaus).flat().length);
    for (const one of ['die', 'druid', 'path', 'river', 'track'] as const) expect(count(one), one).toBe(1);
  });
});

it('counts the tokens of the others, and says nothing to spectators', () => {
  const stock = { is: 'stock', material: 'wood' } as const;
  const three = view('3-early');
  const others = 18 - three.stock.wood - (three.hand?.wood ?? 0);
  expect(described(three, stock)).toContain(`The other players hold ${others} wood together`);
  expect(described(view('2-early'), stock).at(-1)).toMatch(/^The other player holds \d+ wood$/);
  const spectator = { ...three };
  delete spectator.hand;
  delete spectator.others;
  expect(described(spectator, stock)).toHaveLength(2);
});

describe('the standing of a player', () => {
  const late = view('4-late');

  it('counts what everybody can count', () => {
    for (const of of standings(late)) {
      const temples = late.fields.filter(({ temple }) => temple === of.seat).length;
      expect(of.allHuts).toBe(8);
      expect(of.allTemples).toBe(2);
      expect(of.temples).toBe(2 - temples);
      expect(of.runePoints).toBe((of.runes * (of.runes + 1)) / 2);
      expect(of.hand, 'hands are secret').toBeUndefined();
    }
  });

  it('has the points that the server counts at the end', () => {
    const over = view('4-over');
    for (const { seat, templePoints, runePoints } of standings(over)) {
      const score = over.scoring?.find((each) => each.seat === seat);
      expect([templePoints, runePoints]).toEqual([score?.temples, score?.runes]);
    }
  });

  it('has the other hand with two players alone, because it follows from the stock', () => {
    const two = view('2-early');
    const other = standings(two, 1)[0]?.hand;
    for (const m of ['wood', 'wool', 'copper', 'stone'] as const)
      expect((other?.[m] ?? 0) + (two.hand?.[m] ?? 0) + two.stock[m]).toBe(18);
    expect(standings(two)[0]?.hand, 'for a spectator').toBeUndefined();
    expect(standings(view('3-early'), 0)[1]?.hand).toBeUndefined();
  });

  it('says how near the end is', () => {
    const said = (of: View): string => plainSentences([progress(texts.en.say, of)], texts.en, seats);
    const middle = view('4-middle');
    const near = (left: number, ...seats: number[]): View => ({ ...middle, nearest: { seats, left } });
    const level = { ...middle };
    delete level.nearest;
    const end = 'When a player has built everything, the last lap comes. Closest: ';
    expect(said(near(2, 1, 3))).toBe(`${end}Bram and Dirk, with 2 huts and temples left`);
    expect(said(near(1, 1))).toBe(`${end}Bram, with 1 hut or temple left`);
    expect(said(level)).toBe('When a player has built all huts and both temples, the last lap comes');
    expect(said({ ...late, finish: { reason: 'built', seat: 0, turns: 2 } })).toBe('2 more turns, then the last lap');
    expect(said({ ...late, finish: { reason: 'built', seat: 0, turns: 0 } })).toBe('This turn, then the last lap');
    expect(said(view('4-over'))).toBe('');
  });
});
