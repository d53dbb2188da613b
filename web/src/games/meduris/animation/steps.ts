import type { AnimationStep, EntryChange } from '../../../lib/animation/step';
import { eventSteps } from './event-steps';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import type { View } from '../types.gen';
import { undoEvent, applyEvent } from './apply-event';
import { readView } from '../board/view';

/** Computes the view before the end from the last view; see TitleEvents. */
export function rewind(last: JsonObject, events: readonly GameEvent[]): JsonObject {
  const view = readView(last);
  if (!view) return last;
  const open = { ...view };
  delete open.hands;
  delete open.scoring;
  return events.reduceRight<View>((now, event) => undoEvent(now, event), open);
}

/** Animates an entry: the steps of each event in order, with the view updated after each event. */
export function animate({ events, before }: EntryChange): AnimationStep[] {
  const first = readView(before);
  if (!first) return [];
  let view = first;
  return events.flatMap((event) => {
    const seen = eventSteps(view, event);
    // A scene that counts points one by one starts from the view before the event.
    view = applyEvent(view, event);
    return seen.map(({ ms, scene, view: meanwhile }) => ({ event, ms, scene, view: meanwhile }));
  });
}
