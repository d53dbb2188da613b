/** How many lines are kept: more than anybody hears at once, few enough to cost nothing. */
const kept = 12;

/** One thing told. */
interface Line {
  id: number;
  text: string;
}

/** What those who hear the page are told. What comes quickly is heard one after the other, not instead of each other. */
export class News {
  /** The newest last. Lines are added, and old ones go; none ever changes. */
  lines: readonly Line[] = $state.raw([]);
  private last = 0;

  /** Tells something that happened. The same words twice are told twice. */
  tell(text: string): void {
    this.lines = [...this.lines, { id: ++this.last, text }].slice(-kept);
  }
}

/** The live region's lines. */
export const news = new News();
