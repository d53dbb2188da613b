import { isObject, type JsonObject } from '../../../lib/wire/narrow';
import type { FigureView, View } from '../types.gen';

/** The members of a view as the server's types have them; null for what is no view of this title. */
export function readView(members: JsonObject): View | null {
  const whole =
    [members.stones, members.spokes, members.figures, members.players, members.discard].every(Array.isArray) &&
    isObject(members.turn);
  return whole ? (members as unknown as View) : null;
}

/** Tells a druid's figure from a spirit. */
export function isDruid(figure: string): boolean {
  return figure.startsWith('druid-');
}

/** The figures on a stone. */
export function figuresOn(view: View, stone: number): FigureView[] {
  return view.figures.filter(({ at, stone: on }) => at === 'stone' && on === stone);
}

/** A figure of a view by its name. */
export function figureOf(view: View, figure: string): FigureView | undefined {
  return view.figures.find((one) => one.figure === figure);
}

/** How many of each there are in a list, in the order in which they first come. */
export function tally(list: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts];
}
