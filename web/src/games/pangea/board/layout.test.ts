import { describe, expect, it } from 'vitest';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import { cell, fieldPosition, plateOf, plateWidth, shorten, size, worldOutline } from './layout';

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const view = guard.requireView(fixtures['5-magic']?.view ?? {});
const half = cell / 2;

/** The area that a land on a field may cover: its tower is higher than the field, its shadow lower, and its glow wider. */
const lands = view.fields.map((_, field): Box => {
  const { x, y } = fieldPosition(view, field);
  return { left: x - half - 10, right: x + half + 10, top: y - half - 10, bottom: y + half + 10 };
});

const platesOf = (players: number): Box[] =>
  Array.from({ length: players }, (_, seat) => {
    const { x, y, high } = plateOf(seat, players);
    return { left: x, right: x + plateWidth, top: y, bottom: y + high };
  });

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe.each([2, 3, 4, 5])('the plates of %i players', (players) => {
  const plates = platesOf(players);

  it('are never under a land, on whatever field it is', () => {
    for (const plate of plates) for (const land of lands) expect(overlap(plate, land)).toBe(false);
  });

  it('are inside the picture, and beside each other', () => {
    for (const [seat, plate] of plates.entries()) {
      expect(Math.min(plate.left, plate.top, size - plate.right, size - plate.bottom)).toBeGreaterThanOrEqual(5);
      expect(plates.slice(seat + 1).filter((other) => overlap(plate, other))).toEqual([]);
    }
  });
});

it('draws a land that crosses the edge of the world on fields only', () => {
  const cut = [...worldOutline(view).matchAll(/M(\S+) (\S+)h(\S+)v(\S+)h/g)].map(([, x, y, w, h]) => ({
    ...{ left: Number(x), right: Number(x) + Number(w), top: Number(y), bottom: Number(y) + Number(h) },
  }));
  expect(cut).toHaveLength(view.fields.length);
  for (const one of cut) for (const plate of platesOf(5)) expect(overlap(one, plate)).toBe(false);
});

it.each([
  ['Annemarie', 9, 'Annemarie'],
  ['Maximiliane', 9, 'Maximi…'],
  ['Bartholomäus', 14, 'Bartholomäus'],
  ['MARIANNE', 9, 'MARIA…'],
  ['MAXIMILIAN VON WOLF', 14, 'MAXIMILIA…'],
  ['陳大文陳大文陳大文', 9, '陳大文陳…'],
])('shortens %s to the room of %d small letters', (name, most, want) => {
  expect(shorten(name, most)).toBe(want);
});
