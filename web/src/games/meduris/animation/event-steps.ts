import { byName, type EventHandlers } from '../../../lib/animation/event-handlers';
import { staggered } from '../../../lib/animation/motion';
import * as scenes from '../../../lib/animation/scene-step';
import { flight, glow } from '../../../lib/animation/scene-step';
import type { Point } from '../board/layout';
import type { View } from '../types.gen';
import { off, onField, score } from './view-changes';
import { Positions } from './positions';
import type { Mover, Piece, Scene } from './scene';
import { guard, type Events } from '../guard';

type SceneStep = scenes.SceneStep<View, Scene>;

const silent = (): SceneStep[] => [];

const pause = scenes.pause<View, Scene>;

/** A step with moving pieces; none if nothing would be visible. */
function sceneStep(view: View, ms: number, movers: Mover[], more: Partial<Scene> = {}): SceneStep[] {
  return movers.length + Object.keys(more).length === 0 ? [] : scenes.sceneStep<View, Scene>(view, ms, movers, more);
}

/** The points that rise from a position and move to the player's marker on the score track. */
function points(at: Positions, seat: number, n: number, from: Point): Omit<Mover, 'from' | 'to'>[] {
  return n === 0
    ? []
    : [{ piece: { is: 'points', seat, points: n }, motion: 'float', path: [from, at.score(seat, n)] }];
}

/** Highlights the counted items one by one and moves the points of each to the score track. */
function oneByOne<Item>(
  view: View,
  items: readonly Item[],
  count: (item: Item, now: View, at: Positions) => { seat: number; n: number; from: Point; lit: Point[] },
): SceneStep[] {
  let now = view;
  return items.flatMap((item) => {
    const at = new Positions(now);
    const { seat, n, from, lit } = count(item, now, at);
    const lights = lit.map((place) => ({ piece: light, motion: 'glow' as const, path: [place] }));
    const seen = sceneStep(now, 600, [
      ...staggered<Mover>(lights, 0.5),
      ...staggered<Mover>(points(at, seat, n, from), 1),
    ]);
    now = score(now, seat, n);
    return seen;
  });
}

const light: Piece = { is: 'light' };
const token = (material: string): Piece => ({ is: 'token', material });

const handlers: EventHandlers<Events, [View, Positions], SceneStep[]> = {
  // The first view already shows the setup.
  set_up: silent,
  worker_placed: ({ seat, plateau }, view, at) =>
    sceneStep(view, 350, [flight({ is: 'worker', seat }, [at.screen(seat), at.top(plateau)])]),
  turn_began: (_, view) => pause(view, 250),
  die_rolled: ({ face }, view) => sceneStep(view, 600, [], { die: face, overrides: { die: 'none' } }),
  yielded: ({ plateau, workers }, view, at) => {
    const tokens = workers.flatMap(({ seat, height, amount }) =>
      Array.from({ length: amount }, () => ({
        piece: token(plateau),
        motion: 'fly' as const,
        path: [at.stock(plateau), at.worker(plateau, height), at.screen(seat)],
      })),
    );
    return sceneStep(view, 600, staggered(tokens, 0.65));
  },
  gained: ({ seat, material }, view, at) =>
    sceneStep(
      view,
      350,
      staggered([{ piece: token(material), motion: 'fly', path: [at.stock(material), at.screen(seat)] }], 1),
    ),
  // The choice is secret until all seats have chosen; the prompt shows the seats that still choose.
  loss_chosen: silent,
  losses_returned: ({ losses }, view, at) =>
    sceneStep(
      view,
      500,
      staggered(
        losses
          .filter(({ material }) => material !== 'none')
          .map(({ seat, material }) => ({
            piece: token(material),
            motion: 'fly',
            path: [at.screen(seat), at.stock(material)],
          })),
        0.8,
      ),
    ),
  worker_moved: ({ seat, from, height, to }, view, at) =>
    sceneStep(off(view, from, height), 500, [flight({ is: 'worker', seat }, [at.worker(from, height), at.top(to)])]),
  // A payment is secret until it is complete.
  payment_begun: silent,
  payment_bound: silent,
  paid: ({ seat, tokens }, view, at) => {
    const paid = Object.entries(tokens).flatMap(([material, n]) =>
      Array.from({ length: n }, () => ({
        piece: token(material),
        motion: 'fly' as const,
        path: [at.screen(seat), at.stock(material)],
      })),
    );
    return sceneStep(view, 450, staggered(paid.slice(0, 12), 0.7));
  },
  hut_built: ({ seat, field }, view, at) =>
    sceneStep(view, 450, [
      { piece: { is: 'hut', seat }, motion: 'rise', path: [at.building(field)], from: 0, to: 1 },
      glow(at.building(field), 0.2),
    ]),
  temple_built: ({ seat, field }, view, at) =>
    sceneStep(view, 500, [
      { piece: { is: 'temple', seat }, motion: 'rise', path: [at.building(field)], from: 0, to: 1 },
      glow(at.building(field), 0.2),
    ]),
  chip_used: ({ seat, field, chip, points: n }, view, at) =>
    sceneStep(onField(view, field, { chip: 'none' }), 400, [
      { piece: { is: 'chip', chip }, motion: 'float', path: [at.building(field), at.screen(seat)], from: 0, to: 1 },
      ...staggered(points(at, seat, n, at.building(field)), 1),
    ]),
  rune_taken: ({ seat, region, from }, view, at) => {
    if (from === seat) return [];
    const [there, old] = [at.rune(region), from < 0 ? at.rune(region) : at.screen(from)];
    const movers: Mover[] = [
      { piece: { is: 'rune', region, seat }, motion: 'rise', path: [there], from: 0.4, to: 0.9 },
      glow(there, 0.5),
      glow(at.screen(seat), 0.5),
    ];
    if (from >= 0) {
      movers.unshift({
        piece: { is: 'rune', region, seat: from },
        motion: 'float',
        path: [old, there],
        from: 0,
        to: 0.5,
      });
    }
    return sceneStep(view, 550, movers, { overrides: { hidden: [['rune', region]] } });
  },
  druid_moved: ({ from, to, path }, view, at) => {
    const stops = path.length > 0 ? path.map((no) => at.druid({ at: 'field', no })) : [at.druid(to)];
    return sceneStep(
      view,
      Math.min(1500, Math.max(300, 170 * stops.length)),
      [{ piece: { is: 'druid' }, motion: 'walk', path: [at.druid(from), ...stops], from: 0, to: 1 }],
      { overrides: { noDruid: true } },
    );
  },
  river_crossed: ({ points: gained }, view, at) =>
    sceneStep(
      view,
      600,
      staggered(
        gained.flatMap((n, seat) => points(at, seat, n, at.screen(seat))),
        0.9,
      ),
      { overrides: { river: true } },
    ),
  offered: ({ seat, field, points: n }, view, at) =>
    sceneStep(view, 500, [glow(at.building(field), 0, 0.7), ...staggered(points(at, seat, n, at.building(field)), 1)]),
  last_turns_announced: (_, view) => pause(view, 600),
  last_lap_began: (_, view, at) => sceneStep(view, 600, [glow(at.druid(view.druid))]),
  temples_scored: ({ temples }, view) =>
    oneByOne(view, temples, ({ seat, field, left, right }, _, at) => {
      const counted = [...at.settlement(field, -1).slice(0, left), ...at.settlement(field, 1).slice(0, right)];
      return { seat, n: left + right, from: at.building(field), lit: counted.map((hut) => at.building(hut)) };
    }),
  runes_scored: ({ runes }, view) =>
    oneByOne(view, runes, ({ seat, points: n }, now, at) => {
      const held = now.runes.flatMap((holder, region) => (holder === seat ? [at.rune(region)] : []));
      return { seat, n, from: held.at(-1) ?? at.screen(seat), lit: held };
    }),
  hands_shown: ({ hands }, view, at) =>
    sceneStep(
      view,
      600,
      staggered(
        hands.map((_, seat) => ({ piece: light, motion: 'glow' as const, path: [at.screen(seat)] })),
        0.6,
      ),
    ),
  game_ended: (_, view) => pause(view, 600),
};

/** The animation steps of an event; none if the event is shown in the log only. Its type requires a handler for every event. */
export const eventSteps = byName<Events, [View, Positions], SceneStep[]>(guard, [], handlers);

export const handledEvents: readonly string[] = Object.keys(handlers);
