import { expect, it } from 'vitest';
import type { Json } from '../wire/narrow';
import { columns, valueLayout } from './value-layout';

const isPiece = (name: string): boolean => ['wood', 'stone'].includes(name);
const shapes = { 'fields.*.hut': 'seat', secret: 'hidden', hands: 'by-seat' } as const;

it.each<[string, Json, string]>([
  ['seat', 1, 'seat'],
  ['winners', [0, 1], 'seat'],
  ['fields.7.hut', -1, 'seat'],
  ['secret', 3, 'hidden'],
  ['hands', [{ wood: 1 }], 'by-seat'],
  ['stock', { wood: 3, stone: 0 }, 'counts'],
  ['turn', { number: 3 }, 'object'],
  ['players', [{ seat: 0 }], 'rows'],
  ['chips', ['a', 'b'], 'list'],
  ['board', 'A', 'value'],
  ['empty', {}, 'object'],
])('shows %s %j as %s', (path, value, want) => {
  expect(valueLayout(value, path.split('.'), shapes, isPiece)).toBe(want);
});

it('puts the seat first and keeps every column', () => {
  expect(
    columns([
      { points: 1, seat: 0 },
      { seat: 1, huts: 2 },
    ]),
  ).toEqual(['seat', 'points', 'huts']);
});
