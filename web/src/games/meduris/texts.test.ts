// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import meduris from '.';
import { joinParts, languages } from '../../lib/i18n/text';
import type { JsonObject } from '../../lib/wire/narrow';
import { TitleTexts } from '../../lib/board/title-texts';
import { logLines } from '../../lib/board/log-lines';

const english = new TitleTexts(meduris, 'en');
const bareTitle = new TitleTexts(
  { texts: Object.fromEntries(Object.keys(languages).map((one) => [one, {}])) as never },
  'en',
);
const names = ['Ada', 'Bram'];
const words = (texts: TitleTexts, base: string, data: JsonObject, view: JsonObject = {}): string =>
  joinParts(
    texts.describe(base, data, view),
    (seat) => names[seat] ?? '?',
    (piece) => texts.word(piece),
  );

const view: JsonObject = {
  fields: [
    { region: 0, materials: ['wool', 'copper'], chip: 'free', hut: -1, temple: -1 },
    { region: 0, materials: ['stone', 'wood'], chip: 'none', hut: -1, temple: -1 },
  ],
};

describe('a title with a text catalog', () => {
  it.each<[string, JsonObject, string]>([
    ['event.die_rolled', { seat: 0, face: 'wool' }, 'The die shows wool.'],
    ['event.die_rolled', { seat: 0, face: 'lose' }, 'The die: everyone loses a material.'],
    [
      'event.yielded',
      {
        plateau: 'wood',
        workers: [
          { seat: 1, height: 3, amount: 3 },
          { seat: 0, height: 2, amount: 2 },
          { seat: 1, height: 1, amount: 1 },
        ],
      },
      'The wood plateau yields: 4 for Bram and 2 for Ada.',
    ],
    ['event.rune_taken', { seat: 0, region: 2, from: -1 }, 'Ada takes the rune stone of region 3.'],
    ['event.rune_taken', { seat: 0, region: 2, from: 1 }, 'Ada takes the rune stone of region 3 from Bram.'],
    ['event.paid', { seat: 0, tokens: { wood: 2, wool: 0, copper: 1, stone: 0 } }, 'Ada pays 2 wood 1 copper.'],
    [
      'event.river_crossed',
      { points: [1, 2] },
      'The druid crosses the river. The rune stones score: Ada 1 point and Bram 2 points.',
    ],
    [
      'event.druid_moved',
      { from: {}, to: { at: 'field', no: 1 }, path: [1] },
      'The druid walks to field 2 (stone and wood).',
    ],
    ['event.hands_shown', { hands: [{ wood: 1 }, { wood: 0 }] }, 'All hands are shown: Ada 1 wood and Bram nothing.'],
    [
      'event.offered',
      { seat: 0, field: 1, do: 'nothing', points: -1 },
      'Ada offers nothing on field 2 (stone and wood): −1 point.',
    ],
    ['event.game_ended', { winners: [0, 1], scores: [9, 9] }, 'The game is over. Ada and Bram share the victory.'],
    ['move.turn', { do: 'hut', field: 0 }, 'Hut on field 1: wool and copper · bonus chip: free hut'],
    ['move.turn', { do: 'hut', field: 1 }, 'Hut on field 2: stone and wood'],
    ['move.turn', { do: 'temple', field: 1 }, 'Temple on field 2: stone and wood'],
    ['move.lose_one', { material: 'none' }, 'I have nothing to give'],
  ])('formats %s %j', (base, data, want) => {
    expect(words(english, base, data, view)).toBe(want);
  });

  it.each<[string, JsonObject, string]>([
    ['yields', { to: 'wood', amount: 2 }, 'it gives you 2 wood'],
    ['yields', { to: 'wood', amount: 0 }, 'it gives you nothing now, but it costs nothing either'],
    ['huts_beside', { huts: 1 }, 'at the end it scores for 1 hut beside it'],
    ['huts_beside', { huts: 0 }, 'no hut is beside it, but you have one building less to go'],
  ])('gives no reason that is nothing: %s %j', (reason, data, want) => {
    expect(words(english, `reason.${reason}`, data, view)).toBe(want);
  });

  it('hides an event with an empty text', () => {
    expect(logLines(english, [{ name: 'asked', data: { kind: 'turn', seats: [0] } }], {})).toEqual([]);
    expect(logLines(english, [{ name: 'payment_bound', data: { seat: 1 } }], {})).toEqual([]);
  });

  it('reports one act in one line', () => {
    const said = (names: string[], data: JsonObject): number =>
      logLines(
        english,
        names.map((name) => ({ name, data })),
        view,
      ).length;
    const tokens = { wood: 1 };
    expect(said(['payment_begun', 'payment_bound', 'payment_bound', 'paid'], { seat: 0, tokens })).toBe(1);
    const losses = [{ seat: 0, material: 'wood' }];
    expect(said(['loss_chosen', 'loss_chosen', 'losses_returned'], { seat: 0, losses })).toBe(1);
  });

  it('has lines for system events', () => {
    const lines = logLines(english, [{ name: 'frame.left', data: { seat: 1 } }], {});
    expect(lines).toEqual([[{ player: 1 }, ' leaves for now.']]);
  });
});

describe('a title without a text catalog', () => {
  it('shows names from its data as words', () => {
    expect(words(bareTitle, 'event.tower_moved', { seat: 0, steps: 2 })).toBe('tower moved: seat 0 · steps 2');
    expect(words(bareTitle, 'move.draw', { do: 'draw_two' })).toBe('Draw two');
  });
});
