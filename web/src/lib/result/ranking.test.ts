import { describe, expect, it } from 'vitest';
import { ranking } from './ranking';

describe('the ranking', () => {
  it('sorts by points', () => {
    const found = ranking([0, 1, 2], { winners: [1], scores: [7, 20, 9] });
    expect(found.map(({ seat, rank }) => [seat, rank])).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
    ]);
  });

  it('gives equal players the same rank, below the winner of a tie', () => {
    const found = ranking([0, 1, 2, 3], { winners: [2], scores: [9, 20, 20, 9] });
    expect(found.map(({ seat, rank }) => [seat, rank])).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
      [3, 3],
    ]);
  });
});

it('ranks a winner by concession first, and players who conceded last', () => {
  const found = ranking([0, 1, 2], { winners: [2], scores: [30, 20, 5], conceded: [0] });
  expect(found.map(({ seat, rank }) => [seat, rank])).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
  ]);
});
