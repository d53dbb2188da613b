import { byName, type EventHandlers } from '../../../lib/animation/event-handlers';
import { staggered } from '../../../lib/animation/motion';
import { peopleOf } from './view-changes';
import type { Mover } from './scene';
import { flight, glow, pause, sceneStep, type Transition, type SceneStep } from './scene-step';
import { bought, delivered, produced } from './trade';
import { founded, settles, shifted, walks } from './travel';
import { guard, type Events } from '../guard';

const silent = (): SceneStep[] => [];

const handlers: EventHandlers<Events, [Transition], SceneStep[]> = {
  // The first view already shows the lands; the prompt shows the first decision.
  set_up: silent,
  asked: silent,
  neutral_settled: ({ people, tile }, now) => settles(now, people, tile),
  tribes_drawn: ({ seat }, { view, at }) => sceneStep(view, 350, [glow(at.plate(seat))]),
  tower_placed: ({ seat, tile }, now) => settles(now, peopleOf(now.view, seat), tile),
  turn_began: ({ seat }, { next, at }) => sceneStep(next, 400, [glow(at.plate(seat))]),
  spell_lifted: ({ seat, field }, { view, next, at }) => {
    const piece = { is: 'spell' as const, people: peopleOf(view, seat) };
    return sceneStep(next, 500, [glow(at.field(field), 0, 0.6), flight(piece, [at.spell(field), at.plate(seat)])]);
  },
  tribe_founded: founded,
  tile_shifted: shifted,
  neutral_moved: walks,
  tribe_moved: walks,
  // The phase track beside the board shows it.
  phase_ended: silent,
  amulet_delivered: delivered,
  amulet_bought: bought,
  goods_produced: produced,
  spell_laid: ({ seat, field }, { view, next, at }) => {
    const piece = { is: 'spell' as const, people: peopleOf(view, seat) };
    return [
      ...sceneStep(view, 550, [flight(piece, [at.plate(seat), at.spell(field)])]),
      ...sceneStep(next, 350, [glow(at.field(field))]),
    ];
  },
  last_round_announced: ({ seats }, { view, at }) =>
    sceneStep(
      view,
      900,
      staggered<Mover>(seats.map((seat) => ({ piece: { is: 'light' }, motion: 'glow', path: [at.plate(seat)] }))),
    ),
  last_round_fell: (_, { next }) => pause(next, 700),
  game_ended: ({ winners, standings }, { next, at }) =>
    sceneStep(
      next,
      900,
      winners.flatMap((seat): Mover[] => {
        const rank = standings.find((one) => one.seat === seat)?.rank ?? 0;
        const crown: Mover = {
          piece: { is: 'crown', rank },
          motion: 'rise',
          path: [at.plate(seat)],
          from: 0.1,
          to: 0.8,
        };
        return [glow(at.plate(seat), 0, 0.7), ...(rank > 0 ? [crown] : []), glow(at.plate(seat), 0.4)];
      }),
    ),
};

/** The animation steps of an event; none if the event is shown in the log only. Its type requires a handler for every event. */
export const eventSteps = byName<Events, [Transition], SceneStep[]>(guard, [], handlers);

export const handledEvents: readonly string[] = Object.keys(handlers);
