import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import type { SceneStep } from './scene-step';
import type { AnimateEntry } from './step';

/** Animates an entry event by event. `read` gives a view its type. Without the view after it, an event has no steps. */
export function byEvent<View extends object, Scene>(
  read: (view: JsonObject) => View | null,
  steps: (event: GameEvent, view: View, next: View) => SceneStep<View, Scene>[],
): AnimateEntry {
  return ({ events, before, views }) => {
    let view: View | null = read(before);
    return events.flatMap((event, i) => {
      const [now, next] = [view, read(views[i] ?? {})];
      view = next;
      if (!now || !next) return [];
      return steps(event, now, next).map(({ caption, ms, scene, view: meanwhile }) => ({
        ...{ event: caption ?? event, ms, scene },
        view: { ...meanwhile } as JsonObject,
      }));
    });
  };
}
