import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { SceneStep } from './scene-step';
import type { AnimateEntry } from './step';

/** The members of a view that tell the board which seats to mark. */
type Marked = {
  waiting: number[];
  turn: { seat: number };
  outcome?: JsonObject;
};

/** Animates an entry event by event. `read` gives a view its type. Without the view after it, an event has no steps. */
export function byEvent<View extends Marked, Scene>(
  read: (view: JsonObject) => View | null,
  steps: (event: GameEvent, view: View, next: View) => SceneStep<View, Scene>[],
): AnimateEntry {
  return ({ events, before, views }) => {
    let view: View | null = read(before);
    return events.flatMap((event, i) => {
      const [now, after] = [view, read(views[i] ?? {})];
      const next = now && after ? withMark(now, after) : after;
      view = next;
      if (!now || !next) return [];
      return steps(event, now, next).map(({ caption, ms, scene, view: meanwhile }) => ({
        ...{ event: caption ?? event, ms, scene },
        view: { ...meanwhile },
      }));
    });
  };
}

/** Between two events of an entry no seat owes a decision. Without this, the mark of the seat would go out until the entry ends. */
function withMark<View extends Marked>(now: View, next: View): View {
  if (next.waiting.length > 0 || next.outcome) return next;
  const began = next.turn.seat !== now.turn.seat && next.turn.seat >= 0;
  return { ...next, waiting: began ? [next.turn.seat] : now.waiting };
}
