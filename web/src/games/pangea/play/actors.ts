/** The mapping from legal moves to selectable spots. It has no rules. */
import type { Decision, Move } from '../../../lib/wire/game';
import { tribeOf } from '../board/view';
import type { View } from '../types.gen';

/** A piece that can act: a land to shift (`shift 4`), a tribe to move (`tribe 9`) or to buy with (`buyer 9`), or a bag (`found blue`). */
export interface Actor {
  id: string;
  is: 'shift' | 'tribe' | 'buyer' | 'found';
  /** The id of the land or tribe; -1 for a bag. */
  no: number;
  people: string;
  field: number;
  moves: Move[];
  targets: ReadonlyMap<number, Move>;
}

/** All actors, in the order of the legal moves. */
export function actorsOf(decision: Decision | undefined, view: View | null): Actor[] {
  const found = new Map<string, Actor>();
  for (const move of view ? (decision?.moves ?? []) : []) {
    const actor = view && actorOf(move, view);
    if (!actor) continue;
    const known = found.get(actor.id) ?? actor;
    found.set(actor.id, {
      ...known,
      moves: [...known.moves, move],
      targets: new Map([...known.targets, ...actor.targets]),
    });
  }
  return [...found.values()];
}

function actorOf(move: Move, view: View): Actor | null {
  const fieldOf = (tile: unknown): number => view.tiles[Number(tile)]?.field ?? -1;
  const tribe = typeof move.tribe === 'number' ? tribeOf(view, move.tribe) : undefined;
  const people = typeof move.people === 'string' ? move.people : (tribe?.people ?? '');
  const at = { no: Number(move.tribe ?? -1), people, field: fieldOf(tribe?.tile), moves: [], targets: new Map() };
  switch (move.do) {
    case 'shift':
      return {
        ...at,
        id: `shift ${String(move.tile)}`,
        is: 'shift',
        no: Number(move.tile),
        field: fieldOf(move.tile),
        targets: new Map([[Number(move.to), move]]),
      };
    case 'move':
      return { ...at, id: `tribe ${at.no}`, is: 'tribe', targets: new Map([[fieldOf(move.to), move]]) };
    case 'buy':
      return { ...at, id: `buyer ${at.no}`, is: 'buyer' };
    case 'found':
      return {
        ...at,
        id: `found ${people}`,
        is: 'found',
        field: fieldOf(view.peoples.find((one) => one.people === people)?.tower),
      };
    default:
      return null;
  }
}

/** The moves that a single field makes. */
export function directOf(decision: Decision | undefined, view: View | null): Map<number, Move> {
  const found = new Map<number, Move>();
  for (const move of view ? (decision?.moves ?? []) : []) {
    if (move.do === 'tower') found.set(view?.tiles[Number(move.tile)]?.field ?? -1, move);
    if (move.do === 'lay') found.set(Number(move.field), move);
  }
  return found;
}

/** Groups equal tribes: same people, land, home, state and load. The preferred one of equal tribes stands for them. */
export function groupAlike(
  actors: readonly Actor[],
  view: View,
  prefers: (actor: Actor) => boolean = () => false,
): { actor: Actor; count: number }[] {
  const kinds = new Map<string, { actor: Actor; count: number }>();
  for (const actor of actors) {
    const tribe = actor.is === 'tribe' || actor.is === 'buyer' ? tribeOf(view, actor.no) : undefined;
    const kind = tribe
      ? [actor.is, tribe.people, tribe.tile, tribe.home, tribe.carries, tribe.moved, actor.moves.length].join()
      : actor.id;
    const known = kinds.get(kind);
    if (!known) kinds.set(kind, { actor, count: 1 });
    else Object.assign(known, { count: known.count + 1, ...(prefers(actor) ? { actor } : {}) });
  }
  return [...kinds.values()];
}
