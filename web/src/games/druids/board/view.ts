import type { JsonObject } from '../../../lib/wire/narrow';
import { guard } from '../guard';
import type { FigureView, View } from '../types.gen';

/** Returns the view with its type; null if it is not a view of this title, such as the empty view before the start. */
export function readView(view: JsonObject): View | null {
  return guard.readView(view);
}

/** The seat whose turn it is; undefined before the first turn and from the vote on. */
export function turnSeat(members: JsonObject): number | undefined {
  const view = readView(members);
  if (!view || view.turn.seat < 0 || view.turn.phase === 'over' || view.vote) return undefined;
  return view.turn.seat;
}

export const figureNames: readonly string[] = [
  ...['druid-0', 'druid-1', 'druid-2', 'druid-3', 'druid-4', 'belenus', 'grannus', 'sulis'],
  ...['arianrhod', 'cerridwen', 'nantosuelta', 'dwarf-king', 'morrigan'],
];

export function spokesOf(view: View, stone: number): number[] {
  return view.spokes.flatMap(([inner = -1, outer = -1]) =>
    inner === stone ? [outer] : outer === stone ? [inner] : [],
  );
}

export function isDruid(figure: string): boolean {
  return figure.startsWith('druid-');
}

export function figuresOn(view: View, stone: number): FigureView[] {
  return view.figures.filter(({ at, stone: on }) => at === 'stone' && on === stone);
}

export function figureOf(view: View, figure: string): FigureView | undefined {
  return view.figures.find((one) => one.figure === figure);
}

/** Counts equal names, in order of first appearance. */
export function tally(list: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts];
}
