import { SvelteMap } from 'svelte/reactivity';
import { onLogin } from '../net/login-proxy';
import type { Refusal } from '../net/rest';
import { onTransport, type Transport } from '../net/transport';

/** The network between this page and the server, as far as the page knows. */
class Network {
  /** The way on which live messages come. */
  transport: Transport = $state('socket');
  /** A proxy in front of the server wants the reader to sign in again. */
  login = $state(false);
  /** The parts of the page that ask again by themselves, with the last failure of each. */
  readonly unanswered = new SvelteMap<() => Promise<void>, Refusal>();
  /** The reader has closed the note about blocked live connections. */
  noted = $state(false);

  watch(): void {
    onTransport((now) => (this.transport = now));
    onLogin((needed) => (this.login = needed));
  }
}

/** The network between this page and the server. */
export const network = new Network();
