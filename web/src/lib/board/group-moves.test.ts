import { expect, it } from 'vitest';
import { groupMoves } from './group-moves';

const moves = (
  count: number,
  members: (i: number) => Record<string, string | number>,
): Record<string, string | number>[] => Array.from({ length: count }, (_, i) => members(i));

it('does not group a short list', () => {
  expect(groupMoves(moves(4, (i) => ({ do: i % 2 ? 'a' : 'b', n: i })))).toHaveLength(1);
});

it('groups by the first member that differs', () => {
  const groups = groupMoves(moves(30, (i) => ({ do: ['yield', 'hut', 'temple'][i % 3] ?? '', field: i })));
  expect(groups.map(({ member, value, moves: list }) => [member, value, list.length])).toEqual([
    ['do', 'yield', 10],
    ['do', 'hut', 10],
    ['do', 'temple', 10],
  ]);
});

it('does not group if each group would have one move', () => {
  expect(groupMoves(moves(30, (i) => ({ do: 'hut', field: i })))).toHaveLength(1);
});

it('keeps every move', () => {
  const all = moves(20, (i) => (i < 10 ? { at: i % 2, to: i } : { at: 2, to: i }));
  expect(groupMoves(all).flatMap((group) => group.moves)).toHaveLength(20);
});
