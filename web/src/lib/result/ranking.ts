import type { Outcome } from '../wire/game';

/** A player's rank in the result. */
export interface Rank {
  seat: number;
  rank: number;
  score: number;
}

/** Ranks the players by score. Equal scores share a rank, but winners rank above all others. */
export function ranking(seats: readonly number[], { winners, scores }: Outcome): Rank[] {
  const key = (seat: number): number => (scores[seat] ?? 0) + (winners.includes(seat) ? 0.5 : 0);
  return [...seats]
    .sort((a, b) => key(b) - key(a))
    .map((seat) => ({
      seat,
      rank: 1 + seats.filter((other) => key(other) > key(seat)).length,
      score: scores[seat] ?? 0,
    }));
}
