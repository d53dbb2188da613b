/** The mapping from legal moves to selectable spots. It has no rules. */
import type { Decision, Move } from '../../../lib/wire/game';
import { figureOf, figuresOn } from '../board/view';
import type { View } from '../types.gen';

/** A selectable spot by name: `stone 7`, `figure sulis`, `die 0`, `dice`, `deck`, `discard`, `shield 2`, or `card mist` in the hand. */
export type Spot = string;

/** A legal move and the spots that make it. */
export interface Selection {
  move: Move;
  spots: Spot[];
  /** The spots must be chosen in order. */
  ordered: boolean;
}

export function partsOf(spot: Spot): { is: string; name: string } {
  const [is = '', ...name] = spot.split(' ');
  return { is, name: name.join(' ') };
}

/** The selections of all legal moves. A move that is made in the panel has no spots. */
export function selectionsOf(decision: Decision | undefined, view: View | null): Selection[] {
  return (decision?.moves ?? []).map((move) => ({
    move,
    spots: spotsOf(decision?.kind ?? '', move, view),
    ordered: decision?.kind !== 'use',
  }));
}

function spotsOf(kind: string, move: Move, view: View | null): Spot[] {
  const figure = `figure ${String(move.figure)}`;
  switch (kind) {
    case 'place':
    case 'go':
    case 'put':
      return [`stone ${String(move.stone)}`];
    case 'use':
      return [`die ${String(move.die)}`, figure];
    case 'give':
      return [`card ${String(move.card)}`];
    case 'turn':
    case 'magic':
    case 'landing':
      return spotsOfDoing(move, figure, view);
    default:
      return [];
  }
}

function spotsOfDoing(move: Move, figure: Spot, view: View | null): Spot[] {
  const card = `card ${String(move.card)}`;
  switch (move.do) {
    case 'roll':
    case 'move':
      return ['dice'];
    case 'draw':
      return ['deck'];
    case 'play':
      if (move.figure !== 'none') return [card, figure];
      return Number(move.seat) >= 0 ? [card, `shield ${String(move.seat)}`] : [card];
    case 'take':
    case 'exchange':
      return view ? metBy(view) : [];
    case 'nothing':
      return [];
    default:
      return [figure];
  }
}

/** The figure that the landed figure met. */
function metBy(view: View): Spot[] {
  const landed = figureOf(view, view.turn.landed);
  const other = landed && figuresOn(view, landed.stone).find(({ figure }) => figure !== landed.figure);
  return other ? [`figure ${other.figure}`] : [];
}

/** The selections that include all chosen spots. */
export function matchingSelections(selections: readonly Selection[], picks: readonly Spot[]): Selection[] {
  return selections.filter(({ spots, ordered }) =>
    ordered ? picks.every((pick, i) => spots[i] === pick) : picks.every((pick) => spots.includes(pick)),
  );
}

export function targetsOf(selections: readonly Selection[], picks: readonly Spot[]): Map<Spot, Move[]> {
  const found = new Map<Spot, Move[]>();
  for (const { move, spots, ordered } of matchingSelections(selections, picks)) {
    const next = ordered ? spots.slice(picks.length, picks.length + 1) : spots.filter((spot) => !picks.includes(spot));
    for (const spot of next) found.set(spot, [...(found.get(spot) ?? []), move]);
  }
  return found;
}
