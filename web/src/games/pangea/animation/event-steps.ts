import { answer } from '../../../lib/animation/event-handlers';
import { inTurn } from '../../../lib/animation/motion';
import type { GameEvent } from '../../../lib/wire/game';
import { peopleOf } from './view-changes';
import type { Mover } from './scene';
import { flight, glow, pause, shot, type Now, type Shot } from './scene-step';
import type { ByEvent } from './events';
import { bought, delivered, produced } from './trade';
import { founded, settles, shifted, walks } from './travel';

/** How an event is seen; no shots where it is only told in the log. Every kind of event stands here. */
export function shots(now: Now, event: GameEvent): Shot[] {
  return answer(table, event, [] as Shot[], now);
}

const silent = (): Shot[] => [];

const table: ByEvent<[Now], Shot[]> = {
  // The lands lie; what comes first is asked above the buttons.
  set_up: silent,
  asked: silent,
  neutral_settled: ({ people, tile }, now) => settles(now, people, tile),
  tribes_drawn: ({ seat }, { view, at }) => shot(view, 350, [glow(at.plate(seat))]),
  tower_placed: ({ seat, tile }, now) => settles(now, peopleOf(now.view, seat), tile),
  turn_began: ({ seat }, { next, at }) => shot(next, 400, [glow(at.plate(seat))]),
  spell_lifted: ({ seat, field }, { view, next, at }) => {
    const piece = { is: 'spell' as const, people: peopleOf(view, seat) };
    return shot(next, 500, [glow(at.field(field), 0, 0.6), flight(piece, [at.spell(field), at.plate(seat)])]);
  },
  tribe_founded: founded,
  tile_shifted: shifted,
  neutral_moved: walks,
  tribe_moved: walks,
  // The track beside the board shows how far the turn has come.
  phase_ended: silent,
  amulet_delivered: delivered,
  amulet_bought: bought,
  goods_produced: produced,
  spell_laid: ({ seat, field }, { view, next, at }) => {
    const piece = { is: 'spell' as const, people: peopleOf(view, seat) };
    return [
      ...shot(view, 550, [flight(piece, [at.plate(seat), at.spell(field)])]),
      ...shot(next, 350, [glow(at.field(field))]),
    ];
  },
  last_round_announced: ({ seats }, { view, at }) =>
    shot(
      view,
      900,
      inTurn<Mover>(seats.map((seat) => ({ piece: { is: 'light' }, manner: 'glow', path: [at.plate(seat)] }))),
    ),
  last_round_fell: (_, { next }) => pause(next, 700),
  game_ended: ({ winners, standings }, { next, at }) =>
    shot(
      next,
      900,
      winners.flatMap((seat): Mover[] => {
        const rank = standings.find((one) => one.seat === seat)?.rank ?? 0;
        const crown: Mover = {
          piece: { is: 'crown', rank },
          manner: 'rise',
          path: [at.plate(seat)],
          from: 0.1,
          to: 0.8,
        };
        return [glow(at.plate(seat), 0, 0.7), ...(rank > 0 ? [crown] : []), glow(at.plate(seat), 0.4)];
      }),
    ),
};

/** The kinds of events that are thought of here, seen or not. */
export const known: readonly string[] = Object.keys(table);
