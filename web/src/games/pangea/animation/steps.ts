import type { AnimationStep, EntryChange } from '../../../lib/animation/step';
import type { GameEvent } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { eventSteps } from './event-steps';
import { crowding, ranked, ranking, touched } from './consequences';
import { applyEvent } from './apply-event';
import { Positions } from './positions';
import type { Transition, SceneStep } from './scene-step';
import { readView } from '../board/view';

/** Animates an entry: the steps and consequences of each event in order, with the view updated after each event. */
export function animate({ events, before, after }: EntryChange): AnimationStep[] {
  const [first, last] = [readView(before), readView(after)];
  if (!first || !last) return [];
  let view = first;
  return events.flatMap((event, i) => {
    const now = animation(view, applyEvent(view, event, last));
    const seen = [...eventSteps(now, event), ...crowding(now)];
    view = now.next;
    // Show a rank after the last event of the entry that changes it.
    const later = events.slice(i + 1).flatMap(touched);
    for (const seat of touched(event).filter((one) => !later.includes(one))) {
      const [old, rank] = [view, last].map(({ players }) => players.find((one) => one.seat === seat)?.rank ?? 0);
      view = ranked(view, seat, last);
      if (old !== rank) seen.push(...ranking(animation(view, view), seat, rank ?? 0));
    }
    return seen.map((one) => step(event, one));
  });
}

function animation(view: View, next: View): Transition {
  return { view, next, at: new Positions(view), after: new Positions(next) };
}

function step(event: GameEvent, { ms, scene, view, caption }: SceneStep): AnimationStep {
  return { event: caption ?? event, ms, scene, view };
}
