import type { Figures } from '../../lib/wire/people';

/** The sums of some figures. */
export type Total = Omit<Figures, 'title' | 'seats' | 'bots'>;

/** The figures of one title: the total of the games with other people, and the rows by number of seats. */
export interface TitleFigures {
  title: string;
  /** Undefined if there are only games against bots. */
  total: Total | undefined;
  /** Games with other people by seats, if there are several numbers of seats; then the games against bots alone. */
  rows: Figures[];
}

/** Groups figures by title, the most played title first. */
export function byTitle(figures: readonly Figures[]): TitleFigures[] {
  const groups = new Map<string, Figures[]>();
  for (const each of figures) groups.set(each.title, [...(groups.get(each.title) ?? []), each]);
  const games = (rows: readonly Figures[]): number => rows.reduce((sum, row) => sum + row.games, 0);
  return [...groups]
    .sort(([, a], [, b]) => games(b) - games(a))
    .map(([title, rows]) => {
      const people = rows.filter(({ bots }) => !bots);
      const [first, ...rest] = people;
      const total = first && rest.reduce<Total>(add, first);
      return { title, total, rows: [...people, ...rows.filter(({ bots }) => bots)] };
    });
}

function add(a: Total, b: Total): Total {
  const best = a.scored === 0 ? b.best : b.scored === 0 ? a.best : Math.max(a.best, b.best);
  return {
    games: a.games + b.games,
    wins: a.wins + b.wins,
    scored: a.scored + b.scored,
    points: a.points + b.points,
    best,
  };
}
