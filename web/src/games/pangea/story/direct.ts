import { answer } from '../../../lib/story/answer';
import { inTurn } from '../../../lib/story/motion';
import type { GameEvent } from '../../../lib/wire/game';
import { beyond } from '../board/layout';
import type { Mover } from './scene';
import { flight, glow, label, pause, shot, type Now, type Shot } from './shot';
import type { ByEvent } from './told';

/** How an event is seen; no shots where it is only told in the log. Every kind of event stands here. */
export function shots(now: Now, event: GameEvent): Shot[] {
  return answer(table, event, [] as Shot[], now);
}

const silent = (): Shot[] => [];

/** More sacks than this fly as well, but are not drawn one by one. */
const sacks = 12;

/** A tribe walks from tile to tile, off the board meanwhile; over the edge it is seen to leave, and to come in on the other side. */
function walk({ tribe, from, to, over }: { tribe: number; from: number; to: number; over: boolean }, now: Now): Shot[] {
  const standing = now.at.tribe(tribe);
  if (!standing) return [];
  const { scale } = now.after.standing(tribe);
  const leg = (path: Mover['path'], ms: number): Shot[] =>
    shot(now.view, ms, [{ piece: { is: 'tribe', tribe: standing, scale }, manner: 'walk', path, from: 0, to: 0.95 }], {
      staging: { hidden: [tribe] },
    });
  const [start, end] = [now.at.standing(tribe), now.after.standing(tribe)];
  if (!over) return leg([start, end], 450);
  return [...leg([start, now.at.edge(from, to)], 350), ...leg([now.at.edge(to, from), end], 350)];
}

const table: ByEvent<[Now], Shot[]> = {
  // The world is laid; what comes first is asked above the buttons.
  set_up: silent,
  asked: silent,
  neutral_settled: ({ people, tile }, { view, at }) =>
    shot(view, 400, [
      { piece: { is: 'tower', people, neutral: true }, manner: 'rise', path: [at.tower(tile)], from: 0, to: 1 },
    ]),
  tribes_drawn: ({ seat }, { view, at }) => shot(view, 350, [glow(at.plate(seat))]),
  tower_placed: ({ seat, tile }, { view, at }) =>
    shot(view, 600, [
      {
        piece: { is: 'tower', people: at.people(seat), neutral: false },
        manner: 'rise',
        path: [at.tower(tile)],
        from: 0,
        to: 0.7,
      },
      glow(at.tile(tile), 0.3),
    ]),
  turn_began: ({ seat }, { next, at }) => shot(next, 350, [glow(at.plate(seat))]),
  spell_lifted: ({ seat, field }, { next, at }) =>
    shot(next, 450, [flight({ is: 'spell', people: at.people(seat) }, [at.spell(field), at.plate(seat)])]),
  spell_laid: ({ seat, field }, { view, at }) =>
    shot(view, 550, [
      flight({ is: 'spell', people: at.people(seat) }, [at.plate(seat), at.spell(field)], 0, 0.8),
      glow(at.field(field), 0.5),
    ]),
  tribe_founded: ({ seat, tribe, tile }, now) => {
    const founded = now.after.tribe(tribe);
    if (!founded) return [];
    const { scale, ...spot } = now.after.standing(tribe);
    return shot(now.view, 550, [
      flight({ is: 'tribe', tribe: founded, scale }, [now.at.plate(seat), spot], 0, 0.85),
      glow(now.at.tile(tile), 0.5),
    ]);
  },
  // The land glides by itself from where it was drawn to where it is drawn next.
  tile_shifted: ({ tile, from, to, over }, { view, next, at }) => {
    if (!over) return shot(next, 550, [glow(at.field(to), 0.4)]);
    return [
      ...shot(view, 450, [], { staging: { tiles: { [tile]: beyond(view, from, to) } } }),
      ...shot(view, 150, [], { staging: { tiles: { [tile]: beyond(view, to, from) } } }),
      ...shot(next, 550, [glow(at.field(to), 0.4)]),
    ];
  },
  neutral_moved: walk,
  tribe_moved: walk,
  // The next thing that happens tells that the one before is over.
  phase_ended: silent,
  amulet_bought: ({ seat, tribe, amulet, price, to, earned }, now) => {
    const spot = now.at.standing(tribe);
    const tile = now.at.tile(now.at.tribe(tribe)?.tile ?? 0);
    const sign = { x: tile.x - 40, y: tile.y - 45 };
    const paid = [label(now.at.people(seat), `−${price}`, now.at.goods(seat))];
    if (to >= 0 && earned > 0) paid.push(label(now.at.people(to), `+${earned}`, now.at.goods(to), 0.3));
    return shot(now.view, 700, [
      flight({ is: 'gem', kind: amulet }, [sign, { x: spot.x, y: spot.y - 18 }], 0, 0.7),
      glow(spot, 0.5),
      ...paid,
    ]);
  },
  amulet_delivered: ({ seat, tribe, amulet, amulets }, { view, at }) =>
    shot(view, 800, [
      flight({ is: 'gem', kind: amulet }, [at.standing(tribe), at.hollow(seat, amulet)], 0, 0.75),
      glow(at.hollow(seat, amulet), 0.55),
      label(at.people(seat), `${amulets} / 5`, at.plate(seat), 0.5),
    ]),
  goods_produced: ({ seat, tribes, goods }, { view, at }) => {
    if (goods === 0) return pause(view, 250);
    const flying = tribes.slice(0, sacks).map((tribe) => ({
      piece: { is: 'good' as const },
      manner: 'fly' as const,
      path: [at.standing(tribe), at.goods(seat)],
    }));
    return shot(view, 700, [...inTurn<Mover>(flying, 0.65), label(at.people(seat), `+${goods}`, at.goods(seat), 0.5)]);
  },
  last_round_announced: ({ seats }, { next, at }) =>
    shot(
      next,
      700,
      seats.map((seat) => glow(at.plate(seat))),
    ),
  last_round_fell: (_, { next }) => pause(next, 500),
  game_ended: ({ winners }, { view, at }) =>
    shot(
      view,
      700,
      winners.map((seat) => glow(at.plate(seat))),
    ),
};

/** The kinds of events that are thought of here, seen or not. */
export const known: readonly string[] = Object.keys(table);
