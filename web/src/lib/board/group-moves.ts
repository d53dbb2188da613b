import type { Json, Move } from '../wire/game';

/** Moves that share a member's value, or the ones that have no such member (value undefined). */
export interface Group {
  member: string;
  value: Json | undefined;
  moves: Move[];
}

/** How many buttons still read well without headings. */
const few = 8;

/**
 * Groups a long list by the first member that tells the moves apart into at least two and not into nearly as many groups as
 * there are moves. A short list, or one that has no such member, is one group.
 */
export function groupMoves(moves: readonly Move[]): Group[] {
  if (moves.length > few) {
    for (const member of members(moves)) {
      const groups = split(moves, member);
      if (groups.length > 1 && groups.length <= Math.max(3, moves.length / 3)) return groups;
    }
  }
  return [{ member: '', value: undefined, moves: [...moves] }];
}

function members(moves: readonly Move[]): string[] {
  return [...new Set(moves.flatMap((move) => Object.keys(move).filter((key) => typeof move[key] !== 'object')))];
}

function split(moves: readonly Move[], member: string): Group[] {
  const groups = new Map<Json | undefined, Group>();
  for (const move of moves) {
    const value = move[member];
    const group = groups.get(value) ?? { member, value, moves: [] };
    group.moves.push(move);
    groups.set(value, group);
  }
  return [...groups.values()];
}
