/** The longest time in milliseconds that long work keeps the page from reacting. */
const slice = 8;

/**
 * Long work in slices. Its loops await `pause` for each item: it lets the page react if the slice is over, and does nothing
 * otherwise.
 */
export class Slices {
  private end = performance.now() + slice;

  /** Reports whether the slice is over, so that a loop can skip the cost of an await. */
  get over(): boolean {
    return performance.now() >= this.end;
  }

  /** Lets the page react if the slice is over. */
  async pause(): Promise<void> {
    if (!this.over) return;
    await new Promise((done) => setTimeout(done));
    this.end = performance.now() + slice;
  }
}
