import type { Outcome } from '../wire/game';

/** A player's rank in the result. */
export interface Rank {
  seat: number;
  rank: number;
  score: number;
}

/** A number above all scores. */
const above = 1e9;

/** Ranks the players by score. Equal scores share a rank, but winners rank above all others, and players who conceded below. */
export function ranking(seats: readonly number[], { winners, scores, conceded = [] }: Outcome): Rank[] {
  const group = (seat: number): number => (winners.includes(seat) ? above : conceded.includes(seat) ? -above : 0);
  const key = (seat: number): number => (scores[seat] ?? 0) + group(seat);
  return [...seats]
    .sort((a, b) => key(b) - key(a))
    .map((seat) => ({
      seat,
      rank: 1 + seats.filter((other) => key(other) > key(seat)).length,
      score: scores[seat] ?? 0,
    }));
}
