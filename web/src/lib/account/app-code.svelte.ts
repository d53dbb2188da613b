import { serverNow } from '../environment/clock';
import { api } from '../net/api';
import { codeOf } from '../net/rest';
import type { Link } from '../wire/session';

/** The interval in milliseconds at which the server is asked whether the shown code was used. */
const pollInterval = 3_000;

/** The state of a shown code: `gone` if it was used, replaced or withdrawn. */
export type AppCodeState = 'valid' | 'expired' | 'locked' | 'gone';

/** The six-digit code that this page shows for an installed app. */
export class AppCode {
  link: Link | null = $state.raw(null);
  state: AppCodeState = $state('valid');
  /** The time left, in whole seconds. */
  left = $state(0);
  private id: string | undefined;
  /** The end of the code in milliseconds since 1970. */
  private end = 0;

  /** Makes a new code, which ends the previous one. Throws Refusal. */
  async make(): Promise<void> {
    const link = await api.appCode();
    const mine = (await api.links()).find(({ kind }) => kind === 'app');
    this.id = mine?.id;
    this.link = link;
    this.end = Date.parse(link.expiresAt);
    this.state = 'valid';
    this.count();
  }

  /** Follows the shown code until it is over. Returns the function that stops this. */
  watch(): () => void {
    const clock = setInterval(() => this.count(), 1_000);
    const poll = setInterval(() => void this.poll(), pollInterval);
    return () => {
      clearInterval(clock);
      clearInterval(poll);
    };
  }

  private count(): void {
    if (!this.link || this.state !== 'valid') return;
    this.left = Math.max(0, Math.ceil((this.end - serverNow()) / 1_000));
    if (this.left === 0) this.state = 'expired';
  }

  private async poll(): Promise<void> {
    if (!this.link || this.state !== 'valid') return;
    const asked = this.id;
    try {
      const mine = (await api.links()).find(({ id }) => id === asked);
      if (asked !== this.id || this.state !== 'valid') return;
      if (!mine) this.state = 'gone';
      else if (mine.locked) this.state = 'locked';
    } catch (error) {
      // The next poll tries again. Signed out, the code is gone.
      if (codeOf(error) === 'unauthenticated') this.state = 'gone';
    }
  }
}
