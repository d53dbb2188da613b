import type { Beat, Told } from '../../../lib/animation/step';
import type { GameEvent } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { shots } from './event-steps';
import { crowding, ranked, ranking, touched } from './consequences';
import { forward } from './apply-event';
import { Places } from './positions';
import type { Now, Shot } from './scene-step';
import { bare, typed } from './events';

/** The storyteller of Die Magier von Pangea: each event's shots in order with what follows from it, the board moved on after each. */
export function beats({ events, before, after }: Told): Beat[] {
  if (!('tiles' in before)) return [];
  const last = typed(after);
  let view = typed(before);
  return events.flatMap((event, i) => {
    const now = moment(view, forward(view, event, last));
    const seen = [...shots(now, event), ...crowding(now)];
    view = now.next;
    // A rank is told of when nothing more of the entry touches it.
    const later = events.slice(i + 1).flatMap(touched);
    for (const seat of touched(event).filter((one) => !later.includes(one))) {
      const [old, rank] = [view, last].map(({ players }) => players.find((one) => one.seat === seat)?.rank ?? 0);
      view = ranked(view, seat, last);
      if (old !== rank) seen.push(...ranking(moment(view, view), seat, rank ?? 0));
    }
    return seen.map((one) => beat(event, one));
  });
}

function moment(view: View, next: View): Now {
  return { view, next, at: new Places(view), after: new Places(next) };
}

function beat(event: GameEvent, { ms, scene, view, said }: Shot): Beat {
  return { event: said ?? event, ms, scene, view: bare(view) };
}
