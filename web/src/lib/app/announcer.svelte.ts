/** The maximum number of stored lines: more than a screen reader reads at once. */
const maxLines = 12;

interface Announcement {
  id: number;
  text: string;
}

/** The announcements for screen readers. Quick announcements are queued instead of replaced. */
export class Announcer {
  /** The newest last. Lines are added and dropped, but never change. */
  lines: readonly Announcement[] = $state.raw([]);
  /** The text that interrupts others, and its number. */
  urgent: Announcement | null = $state.raw(null);
  private last = 0;

  /** Announces a text; the same text again is announced again. */
  announce(text: string): void {
    this.lines = [...this.lines, { id: ++this.last, text }].slice(-maxLines);
  }

  /** Announces a text at once: the reader asked for it, or everyone waits for the reader. */
  interrupt(text: string): void {
    this.urgent = { id: ++this.last, text };
  }
}

/** The lines of the live region. */
export const announcer = new Announcer();
