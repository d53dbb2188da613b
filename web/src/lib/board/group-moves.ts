import type { Json, Move } from '../wire/game';

/** Moves that share the value of a member; the value is undefined for moves without that member. */
interface Group {
  member: string;
  value: Json | undefined;
  moves: Move[];
}

/** The maximum number of buttons without headings. */
const few = 8;

/**
 * Groups a long list of moves by the first member with at least two values that are not nearly unique.
 * A short list, or one without such a member, is one group.
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
