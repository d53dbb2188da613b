import { onUnavailable } from '../net/rest';

/** The time in milliseconds between two questions whether the store works again. */
const every = 5_000;

/** Whether the server's store is unavailable, as far as this page knows. */
class Outage {
  active = $state(false);
  private asking = false;

  /** Asks the server about its store after a call failed, and again until the store works. Then it calls `over`, unless there was no outage. */
  async watch(over: () => void): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    while (!(await works())) {
      this.active = true;
      await new Promise((resolve) => setTimeout(resolve, every));
    }
    this.asking = false;
    if (!this.active) return;
    this.active = false;
    over();
  }
}

async function works(): Promise<boolean> {
  try {
    return (await fetch('/readyz?store', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

export const outage = new Outage();

export function watchOutages(over: () => void): void {
  onUnavailable(() => void outage.watch(over));
}
