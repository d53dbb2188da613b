/** The time in milliseconds for which an input counts as presence, and the interval between two reports. */
const inputLife = 60_000;
const every = 25_000;

/** Reports that the reader is present: the page is visible and focused, or had input a moment ago. An open tab alone is not presence. */
export class LastSeen {
  private lastInput = -Infinity;

  constructor(private readonly report: () => void) {}

  /** Reports the presence now and regularly while it lasts. The returned function stops it. */
  watch(): () => void {
    const input = (): void => void (this.lastInput = performance.now());
    const check = (): void => {
      if (this.isHere()) this.report();
    };
    const timer = setInterval(check, every);
    // The connection needs a moment before the first report.
    const first = setTimeout(check, 1_000);
    addEventListener('pointerdown', input, { capture: true, passive: true });
    addEventListener('keydown', input, { capture: true, passive: true });
    addEventListener('focus', check);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
      removeEventListener('pointerdown', input, { capture: true });
      removeEventListener('keydown', input, { capture: true });
      removeEventListener('focus', check);
    };
  }

  private isHere(): boolean {
    const looks = !document.hidden && document.hasFocus();
    return looks || performance.now() - this.lastInput < inputLife;
  }
}
