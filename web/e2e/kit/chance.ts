/** Chance that is the same for the same seed (mulberry32), so that a failure can be played again. */
export class Chance {
  constructor(private state: number) {}

  /** A whole number from 0, below n. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  /** One of a list that is not empty. */
  of<T>(list: readonly T[]): T {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error('chance was given an empty list');
    return one;
  }
}
