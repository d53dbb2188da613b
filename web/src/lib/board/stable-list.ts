/** Keeps the objects of a list that have not changed, so that only the others are drawn again. */
export class StableList<Item> {
  private known = new Map<string | number, Item>();
  private last: readonly Item[] = [];

  constructor(
    private readonly keyOf: (item: Item) => string | number,
    private readonly same: (before: Item, now: Item) => boolean,
  ) {}

  /** Returns the items in their order. An earlier object replaces the same one of now, and the earlier list an equal one. */
  of(items: readonly Item[]): readonly Item[] {
    const all = items.map((item) => {
      const before = this.known.get(this.keyOf(item));
      return before !== undefined && this.same(before, item) ? before : item;
    });
    if (all.length === this.last.length && all.every((item, i) => item === this.last[i])) return this.last;
    this.known = new Map(all.map((item) => [this.keyOf(item), item]));
    this.last = all;
    return all;
  }
}
