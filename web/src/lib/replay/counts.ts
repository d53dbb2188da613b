import type { TitleClient } from '../../games/contract';
import { scoreHistory } from '../animation/score-history';
import { pointsOf } from '../board/points';
import type { EntryEvents, JsonObject } from '../wire/game';
import type { About, Moments } from './moments';

/**
 * The points of each seat after each entry, or what the title counts in place of points. `view` is the last one. Empty if the title counts nothing, or the
 * log does not explain it.
 */
export function countsOf(
  title: TitleClient,
  seats: number,
  lines: readonly EntryEvents[],
  view: JsonObject,
): number[][] {
  if (!title.events) return [];
  const now = title.events.totals?.(view) ?? Array.from({ length: seats }, (_, seat) => pointsOf(title, view, seat));
  if (!now.every((points) => points !== undefined)) return [];
  const steps = scoreHistory(lines, title.events.scoreChanges, now)?.steps ?? [];
  let step = 0;
  return lines.map(({ seq }) => {
    while ((steps[step + 1]?.seq ?? Infinity) <= seq) step++;
    return steps[step]?.points ?? [];
  });
}

/** The counts of a game. A record has the points of its entries, except for a title that counts other things. */
export async function countsIn(moments: Moments, { seats, entries }: About, title: TitleClient): Promise<number[][]> {
  if (entries.every(({ scores }) => scores.length > 0) && !title.events?.totals)
    return entries.map(({ scores }) => scores);
  const [log, { message }] = await Promise.all([
    moments.log(0, undefined),
    moments.snapshot(entries.length, undefined),
  ]);
  const view = 'view' in message ? message.view : null;
  return view ? countsOf(title, seats.length, log.entries, view.members) : [];
}
