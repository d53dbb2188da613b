import { onMisplaced } from '../net/rest';

/** The server's refusal of the page itself, which most likely a proxy causes: it changes the address or hides TLS. */
class Misplaced {
  /** The server's own words; null if it refused nothing. */
  detail = $state<string | null>(null);
}

export const misplaced = new Misplaced();

/** Watches for refusals of the page itself. */
export function watchMisplaced(): void {
  onMisplaced((detail) => {
    misplaced.detail = detail;
  });
}
