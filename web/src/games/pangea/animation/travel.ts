import { staggered } from '../../../lib/animation/motion';
import { overEdge } from '../board/layout';
import { tribeOf, tribesOn } from '../board/view';
import type { NeutralMoved, TileShifted, TribeFounded, TribeMoved } from '../types.gen';
import type { Mover, Piece } from './scene';
import { flight, glow, sceneStep, type Transition, type SceneStep } from './scene-step';

/** A tribe as a moving piece at its final scale. */
function tribePiece({ next, after }: Transition, id: number): Piece[] {
  const tribe = tribeOf(next, id);
  return tribe ? [{ is: 'tribe', tribe, scale: after.tribe(id).scale }] : [];
}

/** The tower rises and its tribes arrive one by one. */
export function settles(now: Transition, people: string, tile: number): SceneStep[] {
  const { view, next, at, after } = now;
  const neutral = (next.peoples.find((one) => one.people === people)?.seat ?? -1) < 0;
  const own = tribesOn(next, tile).filter((tribe) => tribe.people === people);
  const tower: Mover = {
    piece: { is: 'tower', people, neutral },
    motion: 'rise',
    path: [after.tower(people)],
    from: 0,
    to: 0.9,
  };
  const from = neutral ? after.tower(people) : at.bag(people);
  const tribes = own.flatMap(({ id }) =>
    tribePiece(now, id).map((piece) => ({ piece, motion: 'fly' as const, path: [from, after.tribe(id)] })),
  );
  const still: Mover = { ...tower, motion: 'walk', path: [after.tower(people), after.tower(people)], to: 1 };
  return [
    ...sceneStep(view, 500, [tower, glow(at.tile(tile), 0.2)]),
    ...sceneStep(view, 800, [still, ...staggered<Mover>(tribes, 0.6)]),
  ];
}

/** A tribe moves from the bag to the land of its tower. */
export function founded({ people, tribe }: TribeFounded, now: Transition): SceneStep[] {
  const [piece] = tribePiece(now, tribe);
  if (!piece) return [];
  return sceneStep(now.next, 600, [flight(piece, [now.at.bag(people), now.after.tribe(tribe)], 0, 0.95)], {
    overrides: { hidden: [tribe] },
  });
}

/** A tribe walks to a neighboring land. Over the edge it leaves the world on one side and enters on the other. */
export function walks({ tribe, over, from, to }: TribeMoved | NeutralMoved, now: Transition): SceneStep[] {
  const { view, next, at, after } = now;
  const [piece] = tribePiece(now, tribe);
  if (!piece) return [];
  const walk = (...path: Mover['path']): Mover[] => [{ piece, motion: 'walk', path, from: 0, to: 0.95 }];
  const overrides = { hidden: [tribe] };
  if (!over) return sceneStep(next, 500, walk(at.tribe(tribe), after.tribe(tribe)), { overrides });
  const way = overEdge(view, view.tiles[from]?.field ?? 0, view.tiles[to]?.field ?? 0);
  return [
    ...sceneStep(view, 450, walk(at.tribe(tribe), way.out), { overrides, over: way }),
    ...sceneStep(next, 450, walk(way.into, after.tribe(tribe)), { overrides, over: way }),
  ];
}

/** A land glides with everything on it. Over the edge it leaves the world on one side and enters on the other. */
export function shifted({ tile, from, to, over }: TileShifted, { view, next }: Transition): SceneStep[] {
  if (!over) return sceneStep(next, 600, []);
  const way = overEdge(view, from, to);
  const outside = { over: way, overrides: { tiles: { [tile]: way.out }, crossing: [tile] } };
  const beside = { over: way, overrides: { tiles: { [tile]: way.into }, crossing: [tile] } };
  return [
    ...sceneStep(view, 500, [], outside),
    ...sceneStep(next, 150, [], beside),
    ...sceneStep(next, 550, [], { over: way, overrides: { crossing: [tile] } }),
  ];
}
