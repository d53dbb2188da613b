import type { Beat, Told } from '../../../lib/animation/step';
import { shots } from './event-steps';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import type { View } from '../types.gen';
import { backward, forward } from './apply-event';
import { bare, typed } from './events';

/** The board before the end, from the last view; see the contract. */
export function rewind(last: JsonObject, events: readonly GameEvent[]): JsonObject {
  if (!('fields' in last)) return last;
  const open = { ...typed(last) };
  delete open.hands;
  delete open.scoring;
  return bare(events.reduceRight<View>((now, event) => backward(now, event), open));
}

/** The storyteller of Meduris: each event's shots in order, the board moved on by a fact after each. */
export function beats({ events, before }: Told): Beat[] {
  if (!('fields' in before)) return [];
  let view = typed(before);
  return events.flatMap((event) => {
    const seen = shots(view, event);
    // What is said last stays: a scene that counts point by point moves the board on when it is over.
    view = forward(view, event);
    return seen.map(({ ms, scene, view: meanwhile }) => ({ event, ms, scene, view: bare(meanwhile) }));
  });
}
