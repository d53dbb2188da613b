import { byName, type EventHandlers } from '../../../lib/animation/event-handlers';
import { staggered, type Point } from '../../../lib/animation/motion';
import { centerPosition, diePosition, discardPosition, playedPosition } from '../board/layout';
import type { FigureView, View } from '../types.gen';
import { cardVoted, decided, figuresVoted, tied, voteBegan } from './voting';
import { valuation } from './valuation';
import type { Mover } from './scene';
import { flight, glow, pause, sceneStep, type Transition, type SceneStep } from './scene-step';
import { guard, type Events } from '../guard';

const silent = (): SceneStep[] => [];

/** Moves a figure along a path while the board hides it. */
function travel(
  now: Transition,
  name: string,
  motion: Mover['motion'],
  path: readonly Point[],
  ms: number,
): SceneStep[] {
  const { scale } = now.after.figure(name);
  const seat = figureIn(now.next, name)?.seat ?? -1;
  const piece = { is: 'figure' as const, figure: name, seat, scale };
  const lights = glow(now.after.figure(name), 0.75);
  return sceneStep(now.view, ms, [{ piece, motion, path, from: 0, to: 0.9 }, lights], {
    overrides: { hidden: [name] },
  });
}

function figureIn(view: View, name: string): FigureView | undefined {
  return view.figures.find(({ figure }) => figure === name);
}

/** Moves a card: face up if the reader may know it, otherwise face down. */
function deal(now: Transition, card: string | undefined, from: Point, to: Point, ms = 450): SceneStep[] {
  return sceneStep(now.view, ms, [flight({ is: 'card', card }, [from, to])]);
}

const handed = ({ seat, from, card }: { seat: number; from: number; card?: string }, now: Transition): SceneStep[] =>
  deal(now, card, now.at.hand(from), now.at.hand(seat), 550);

const handlers: EventHandlers<Events, [Transition], SceneStep[]> = {
  // The first view already shows the setup; the prompt shows the first decision.
  set_up: silent,
  turn_began: (_, { next }) => pause(next, 250),
  druid_placed: ({ seat }, now) => {
    const name = `druid-${seat}`;
    return travel(now, name, 'walk', [now.at.figure(name), now.after.figure(name)], 550);
  },
  card_drawn: ({ seat, card }, now) => deal(now, card, now.at.deck(), now.at.hand(seat)),
  none_drawn: (_, { view, at }) => sceneStep(view, 400, [glow(at.deck())]),
  reshuffled: (_, { view, at }) =>
    sceneStep(
      view,
      600,
      staggered<Mover>(
        Array.from({ length: 4 }, () => ({ piece: { is: 'card' }, motion: 'fly', path: [discardPosition, at.deck()] })),
        0.6,
      ),
    ),
  card_played: ({ seat, card }, now) => deal(now, card, now.at.hand(seat), playedPosition, 600),
  card_discarded: ({ card }, now) => {
    const rest = { ...now.view };
    delete rest.card;
    return sceneStep(rest, 350, [flight({ is: 'card', card }, [playedPosition, discardPosition])]);
  },
  dice_rolled: ({ dice }, { view }) => {
    const thrown = dice.map((face, i) => ({ face, to: diePosition(i) }));
    const movers = thrown.map(({ face, to }) => ({
      piece: { is: 'die' as const, face },
      motion: 'roll' as const,
      path: [{ x: to.x - 300, y: to.y - 190 }, to],
      from: 0,
      to: 1,
    }));
    return sceneStep(view, 600, movers, { overrides: { noDice: true } });
  },
  magic_left: (_, { view }) => pause(view, 200),
  magic_drawn: (_, { view, at }) => sceneStep(view, 400, [glow(diePosition(0)), glow(diePosition(1)), glow(at.deck())]),
  // The next event shows the chosen figure moving.
  figure_chosen: silent,
  figure_moved: ({ figure, path }, now) => {
    const passed = path.slice(0, -1).map((stone) => now.at.stone(stone));
    const way = [now.at.figure(figure), ...passed, now.after.figure(figure)];
    return travel(now, figure, 'walk', way, Math.min(1600, Math.max(450, 210 * path.length)));
  },
  figure_entered: ({ figure, gathered }, now) => {
    const [first] = travel(now, figure, 'walk', [now.at.figure(figure), now.after.figure(figure)], 700);
    const label = { x: centerPosition.x, y: centerPosition.y - 40 };
    return [
      ...(first ? [first] : []),
      ...sceneStep(now.next, 600, [
        glow(centerPosition),
        {
          piece: { is: 'many', many: gathered },
          motion: 'float',
          path: [label, { ...label, y: label.y - 60 }],
          from: 0,
          to: 1,
        },
      ]),
    ];
  },
  figure_shifted: ({ figure }, now) =>
    travel(now, figure, 'fly', [now.at.figure(figure), now.after.figure(figure)], 600),
  spirit_called: ({ figure }, now) =>
    travel(now, figure, 'fly', [now.at.figure(figure), now.after.figure(figure)], 650),
  spirit_banished: ({ figure }, now) =>
    travel(now, figure, 'fly', [now.at.figure(figure), now.after.figure(figure)], 650),
  // The spirit stays in place and gets the emblem of its new owner.
  control_taken: ({ seat, figure }, now) => {
    const spot = now.at.figure(figure);
    const piece = { is: 'figure' as const, figure, seat, scale: spot.scale };
    return sceneStep(
      now.view,
      600,
      [glow(now.at.hand(seat), 0, 0.5), glow(spot, 0.2), { piece, motion: 'rise', path: [spot], from: 0.2, to: 1 }],
      { overrides: { hidden: [figure] } },
    );
  },
  effect_left: (_, { view }) => pause(view, 200),
  exchange_began: ({ seat, with: other }, { view, at }) =>
    sceneStep(view, 450, [glow(at.figure(`druid-${seat}`)), glow(at.figure(`druid-${other}`)), glow(at.hand(other))]),
  card_taken: handed,
  card_given: handed,
  dice_lost: (_, { next }) => pause(next, 450),
  vote_began: voteBegan,
  figures_voted: figuresVoted,
  card_voted: cardVoted,
  voting_done: silent,
  vote_tied: tied,
  vote_decided: decided,
  hands_shown: ({ hands }, { view, at }) =>
    sceneStep(
      view,
      600,
      staggered<Mover>(hands.map((_, seat) => ({ piece: { is: 'light' }, motion: 'glow', path: [at.hand(seat)] }))),
    ),
  valued: valuation,
  game_ended: (_, { view }) => pause(view, 600),
};

/** The animation steps of an event; none if the event is shown in the log only. Its type requires a handler for every event. */
export const eventSteps = byName<Events, [Transition], SceneStep[]>(guard, [], handlers);

export const handledEvents: readonly string[] = Object.keys(handlers);
