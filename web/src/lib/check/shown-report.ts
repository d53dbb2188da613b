/** The comparison of a record with the moments that this browser was shown during play. */
export interface ShownReport {
  /** The entries whose moments are those of the record, in order. */
  same: readonly number[];
  /** The entries that the record tells otherwise. */
  different: readonly number[];
  /** The number of moments that a restore of the record replaced. */
  lost: number;
  /** The number of moments that differ, but that another version of the program showed. */
  other: number;
}

/** Numbers in order as ranges, such as 3–47. */
export function ranges(numbers: readonly number[]): string[] {
  const found: [number, number][] = [];
  for (const n of numbers) {
    const last = found.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else found.push([n, n]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
}
