/** The maximum number of stored lines: more than a screen reader reads at once. */
const maxLines = 12;

/** One announcement. */
interface Announcement {
  id: number;
  text: string;
}

/** The announcements for screen readers. Quick announcements are queued instead of replaced. */
export class Announcer {
  /** The newest last. Lines are added and dropped, but never change. */
  lines: readonly Announcement[] = $state.raw([]);
  private last = 0;

  /** Announces a text; the same text again is announced again. */
  announce(text: string): void {
    this.lines = [...this.lines, { id: ++this.last, text }].slice(-maxLines);
  }
}

/** The lines of the live region. */
export const announcer = new Announcer();
