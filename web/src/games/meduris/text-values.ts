import { alternatives } from '../../lib/board/question';
import { isObject, type Json, type JsonObject } from '../../lib/wire/narrow';

/** The displayed number of a field or region, which starts at 1. */
export function number(index: number): number {
  return index + 1;
}

/** Additional text values: displayed numbers, the content of a field, and marks that select a more specific text. */
export function textValues(data: JsonObject, view: JsonObject): JsonObject {
  const more: JsonObject = { ...questionValues(data) };
  if (typeof data.field === 'number') {
    more.fieldNo = number(data.field);
    const field = Array.isArray(view.fields) ? view.fields[data.field] : undefined;
    if (isObject(field) && data.do === 'hut' && field.chip !== 'none')
      Object.assign(more, { withChip: 1, chip: field.chip });
    more.materials = materialsOf(data.field, view);
  }
  if (typeof data.region === 'number') more.regionNo = number(data.region);
  if (data.from !== undefined && data.from === data.seat) more.kept = 1;
  if (isObject(data.to)) {
    Object.assign(more, place(data.to, 'to'));
    if (data.to.at === 'field') more.toMaterials = materialsOf(Number(data.to.no), view);
  }
  if (isObject(view.druid) && view.druid.at === 'field') more.druidNo = place(view.druid, 'druid').druidNo ?? null;
  if (isObject(data.units) && isNone(data.units)) more.plain = data.do === 'replace' ? 1 : 0;
  if (Array.isArray(data.workers)) {
    more.shares = shares(data.workers);
    if (data.workers.length === 0) more.empty = 1;
  }
  if (Array.isArray(data.temples) && data.temples.length === 0) more.none = 1;
  if (Array.isArray(data.winners) && Array.isArray(data.scores)) {
    const most = Math.max(...data.scores.map(Number));
    if (data.winners.length > 1) more.shared = 1;
    else if (data.scores.filter((score) => score === most).length > 1) more.tied = 1;
  }
  return more;
}

/** Values for a question about the moves in `data`, which select its text. */
function questionValues(data: JsonObject): JsonObject {
  if (!Array.isArray(data.moves)) return {};
  const moves = data.moves.filter(isObject);
  return {
    ...alternatives(data),
    ...(moves.every(({ material }) => material === 'none') ? { bare: 1 } : {}),
    ...(moves.every((move) => move.do === 'replace' && isObject(move.units) && isNone(move.units)) ? { exact: 1 } : {}),
  };
}

/** Adds up the yield by seat, because a player can have several workers on a plateau. */
function shares(workers: readonly Json[]): JsonObject[] {
  const amounts = new Map<number, number>();
  for (const worker of workers) {
    if (!isObject(worker)) continue;
    const seat = Number(worker.seat);
    amounts.set(seat, (amounts.get(seat) ?? 0) + Number(worker.amount));
  }
  return [...amounts].map(([seat, amount]) => ({ seat, amount }));
}

function materialsOf(field: number, view: JsonObject): Json {
  const found = Array.isArray(view.fields) ? view.fields[field] : undefined;
  return isObject(found) ? (found.materials ?? []) : [];
}

function place(at: JsonObject, name: string): JsonObject {
  const no = typeof at.no === 'number' ? at.no : 0;
  return { [`${name}At`]: at.at ?? '', [`${name}No`]: at.at === 'field' ? number(no) : no };
}

function isNone(counts: { [kind: string]: Json }): boolean {
  return Object.values(counts).every((n) => n === 0);
}
