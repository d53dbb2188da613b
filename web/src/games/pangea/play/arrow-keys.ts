import type { View } from '../types.gen';

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** The next field in the direction of an arrow key; after the last field of a row or column, the first one. */
export function nextField(view: Pick<View, 'fields'>, from: number, key: string): number | undefined {
  const [step, at] = [steps[key], view.fields[from]];
  if (!step || !at) return undefined;
  const [rows, columns] = step;
  for (let n = 1, row = at.row, column = at.column; n <= 7; n++) {
    row = (row + rows + 7) % 7;
    column = (column + columns + 7) % 7;
    const found = view.fields.findIndex((field) => field.row === row && field.column === column);
    if (found >= 0) return found;
  }
  return undefined;
}
