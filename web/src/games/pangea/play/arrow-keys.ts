import type { View } from '../types.gen';
import { plateOf } from '../board/layout';

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

export type Place = { field: number; seat?: never } | { seat: number; field?: never };

/** The next field in the direction of an arrow key; after the last field of a row or column, the first one. */
export function nextField(view: Pick<View, 'fields'>, from: number, key: string): number | undefined {
  const at = view.fields[from];
  return at && next(at, key, ({ row, column }) => fieldAt(view, row, column));
}

/** The next place in the direction of an arrow key. The plates are beside the first and the last rows; beyond a plate is the other end. */
export function nextPlace(view: Pick<View, 'fields' | 'players'>, from: Place, key: string): Place | undefined {
  const at = from.seat === undefined ? view.fields[from.field] : cellsOf(from.seat, view.players.length)[0];
  return (
    at &&
    next(at, key, (cell) => {
      const field = fieldAt(view, cell.row, cell.column);
      if (field !== undefined) return { field };
      const seat = view.players.findIndex((_, one) =>
        cellsOf(one, view.players.length).some(({ row, column }) => row === cell.row && column === cell.column),
      );
      return seat < 0 || seat === from.seat ? undefined : { seat };
    })
  );
}

export function neighbors(view: Pick<View, 'fields'>, field: number): number[] {
  return [...new Set(Object.keys(steps).flatMap((key) => nextField(view, field, key) ?? []))];
}

interface Cell {
  row: number;
  column: number;
}

/** The grid cells that a plate covers, the middle one first. */
function cellsOf(seat: number, of: number): Cell[] {
  const { x, y, low } = plateOf(seat, of);
  const columns = x < 500 ? [1, 0] : [4, 5];
  const rows = low ? [y < 800 ? 5 : 6] : y < 500 ? [0, 1] : [5, 6];
  return rows.flatMap((row) => columns.map((column) => ({ row, column })));
}

function fieldAt(view: Pick<View, 'fields'>, row: number, column: number): number | undefined {
  const found = view.fields.findIndex((field) => field.row === row && field.column === column);
  return found < 0 ? undefined : found;
}

/** Goes from cell to cell, from the last one to the first one, until `find` finds something. */
function next<Found>(from: Cell, key: string, find: (cell: Cell) => Found | undefined): Found | undefined {
  const [rows, columns] = steps[key] ?? [0, 0];
  if (rows === 0 && columns === 0) return undefined;
  for (let n = 1, { row, column } = from; n <= 7; n++) {
    row = (row + rows + 7) % 7;
    column = (column + columns + 7) % 7;
    const found = find({ row, column });
    if (found !== undefined) return found;
  }
  return undefined;
}
