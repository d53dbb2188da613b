import { expect, it } from 'vitest';
import { StableList } from './stable-list';

interface Piece {
  id: number;
  at: string;
}

it('keeps the objects that are the same, and the list if all are', () => {
  const pieces = new StableList<Piece>(
    ({ id }) => id,
    (before, now) => before.at === now.at,
  );
  const [a, b] = [
    { id: 1, at: 'here' },
    { id: 2, at: 'here' },
  ];
  const first = pieces.of([a, b]);
  expect(pieces.of([{ ...a }, { ...b }])).toBe(first);
  const moved = { id: 2, at: 'there' };
  const second = pieces.of([{ ...a }, moved]);
  expect(second).not.toBe(first);
  expect(second[0]).toBe(a);
  expect(second[1]).toBe(moved);
  expect(pieces.of([moved, a])).toEqual([moved, a]);
  expect(pieces.of([a])).toEqual([a]);
});
