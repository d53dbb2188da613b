import type { AnimationStep, EntryChange } from '../../../lib/animation/step';
import { eventSteps } from './event-steps';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import type { View } from '../types.gen';
import { undoEvent, applyEvent } from './apply-event';
import { asJson, asView } from './events';

/** The board before the end, from the last view; see the contract. */
export function rewind(last: JsonObject, events: readonly GameEvent[]): JsonObject {
  if (!('fields' in last)) return last;
  const open = { ...asView(last) };
  delete open.hands;
  delete open.scoring;
  return asJson(events.reduceRight<View>((now, event) => undoEvent(now, event), open));
}

/** The storyteller of Meduris: each event's shots in order, the board moved on by a fact after each. */
export function animate({ events, before }: EntryChange): AnimationStep[] {
  if (!('fields' in before)) return [];
  let view = asView(before);
  return events.flatMap((event) => {
    const seen = eventSteps(view, event);
    // What is said last stays: a scene that counts point by point moves the board on when it is over.
    view = applyEvent(view, event);
    return seen.map(({ ms, scene, view: meanwhile }) => ({ event, ms, scene, view: asJson(meanwhile) }));
  });
}
