/** How many lines are kept: more than anybody hears at once, few enough to cost nothing. */
const maxLines = 12;

/** One thing told. */
interface Announcement {
  id: number;
  text: string;
}

/** What those who hear the page are told. What comes quickly is heard one after the other, not instead of each other. */
export class Announcer {
  /** The newest last. Lines are added, and old ones go; none ever changes. */
  lines: readonly Announcement[] = $state.raw([]);
  private last = 0;

  /** Tells something that happened. The same words twice are told twice. */
  announce(text: string): void {
    this.lines = [...this.lines, { id: ++this.last, text }].slice(-maxLines);
  }
}

/** The live region's lines. */
export const announcer = new Announcer();
