/** The druid's next walk as the reader can foresee it, for display only: the server decides it. */
import { settlementAt } from '../board/view';
import type { View } from '../types.gen';

/** A planned building. */
export interface Planned {
  what: 'hut' | 'temple';
  field: number;
  seat: number;
}

/** The foreseen walk of the druid. */
export interface Walk {
  /** The stone of his path that he steps to; then he visits no hut. */
  stone?: number;
  /** The fields that he enters, in order. */
  path: number[];
  /** The huts whose owners he asks, in order. */
  stops: { field: number; seat: number }[];
  /** The points that an offering of both materials gives at each stop: the huts of the settlement. */
  points: number;
  /** He crosses the river, and rune stones score. */
  river: boolean;
  /** The points of the players with rune stones if he crosses it. */
  gains: { seat: number; n: number }[];
}

/** The number of stones between his temple and the ring. */
const stones = 3;

const nowhere: Walk = { path: [], stops: [], points: 0, river: false, gains: [] };

/** The walk after a planned building: to a stone, or to the next hut and on through its settlement [M30, M34, M35]. */
export function walkAfter(now: View, planned: Planned): Walk {
  const view = withBuilding(now, planned);
  const { druid } = view;
  if (druid.at !== 'field' && druid.no < stones) return { ...nowhere, stone: druid.no + 1 };
  return walkOn(view, nextHut(view));
}

/** The walk after the offering that is asked now: on through the settlement, or the rest of the last lap [M34, M41]. */
export function walkAfterOffering(view: View): Walk {
  const here = view.druid.no;
  const lap = view.finish?.lap;
  if (lap) {
    const next = nextHut(view);
    const done = lap.at === 'field' ? here === lap.no : next === undefined || next <= here;
    return done || next === undefined ? nowhere : { ...enter(view, next, 1), river: false, gains: [] };
  }
  const ahead = (here + 1) % view.fields.length;
  return hutAt(view, ahead) >= 0 ? walkOn(view, ahead) : nowhere;
}

/** Walks to a hut and through the rest of its settlement. */
function walkOn(view: View, to: number | undefined): Walk {
  if (to === undefined) return nowhere;
  let stops = 1;
  while (stops < view.fields.length && hutAt(view, (to + stops) % view.fields.length) >= 0) stops++;
  return enter(view, to, stops);
}

function enter(view: View, to: number, count: number): Walk {
  const all = view.fields.length;
  const from = view.druid.at === 'field' ? view.druid.no : all - 1;
  const last = (to - from + all - 1) % all;
  const path = Array.from({ length: last + count }, (_, i) => (from + 1 + i) % all);
  const river = path.some((field, i) => field === 0 && (i > 0 || view.druid.at === 'field'));
  return {
    path,
    stops: path.slice(last).map((field) => ({ field, seat: hutAt(view, field) })),
    points: settlementAt(view, to),
    river,
    gains: river ? runePoints(view) : [],
  };
}

/** The next hut clockwise; at last the druid's own. From his stones it is the first of the ring. */
export function nextHut(view: View): number | undefined {
  const all = view.fields.length;
  const from = view.druid.at === 'field' ? view.druid.no : all - 1;
  const fields = Array.from({ length: all }, (_, i) => (from + 1 + i) % all);
  return fields.find((field) => hutAt(view, field) >= 0);
}

function hutAt(view: View, field: number): number {
  return view.fields[field]?.hut ?? -1;
}

/** The view with a planned building, and with the rune stone that its owner takes [M24]. */
function withBuilding(view: View, { what, field, seat }: Planned): View {
  const region = view.fields[field]?.region;
  return {
    ...view,
    fields: view.fields.map((one, i) => (i === field ? { ...one, [what]: seat } : one)),
    runes: view.runes.map((holder, i) => (what === 'hut' && i === region ? seat : holder)),
  };
}

/** The points of each player with rune stones when the druid crosses the river [M35]. */
function runePoints({ runes, players }: View): { seat: number; n: number }[] {
  return players
    .map(({ seat }) => ({ seat, n: runes.filter((holder) => holder === seat).length }))
    .filter(({ n }) => n > 0);
}
