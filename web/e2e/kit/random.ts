/** A random number generator (mulberry32). The same seed gives the same numbers, so a failed test can be repeated. */
export class Random {
  constructor(private state: number) {}

  /** Returns a whole number from 0 to n - 1. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  /** Returns a random element. Throws if the list is empty. */
  pick<T>(list: readonly T[]): T {
    const element = list[this.below(list.length)];
    if (element === undefined) throw new Error('cannot pick from an empty list');
    return element;
  }
}
