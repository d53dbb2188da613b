import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Failure } from './messages';

/** The engine could not be loaded. */
export class LoadError extends Error {
  override name = 'LoadError';
  constructor(readonly failure: Failure) {
    super(failure);
  }
}

/** Loads the bytes of the engine. A wrong answer is loaded once more, past the caches of the browser. Throws LoadError. */
export async function loadEngine(
  url: string,
  hash: string,
  load: typeof fetch = fetch,
): Promise<Uint8Array<ArrayBuffer>> {
  let failure: Failure = 'unreachable';
  for (const cache of ['default', 'reload'] as const) {
    try {
      const answer = await load(url, { cache });
      if (!answer.ok) continue;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      // Over plain HTTP there is no crypto.subtle.
      if (bytesToHex(sha256(bytes)) === hash) return bytes;
      failure = 'damaged';
    } catch {
      // The network is gone, or comes back at once.
    }
  }
  throw new LoadError(failure);
}
