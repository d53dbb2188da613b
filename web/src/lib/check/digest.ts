import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of text, in hex. */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Encodes a whole number as big-endian bytes. */
export function whole(n: number, bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let at = bytes - 1, left = n; at >= 0; at--, left = Math.floor(left / 256)) out[at] = left % 256;
  return out;
}

type Part = Uint8Array | string;

/** Writes a domain and parts, each preceded by its length in 4 bytes. No two lists of parts have the same encoding. Texts are UTF-8. */
function write<H extends { update(part: Uint8Array): H }>(to: H, domain: string, parts: readonly Part[]): H {
  for (const part of [domain, ...parts]) {
    const bytes = typeof part === 'string' ? utf8ToBytes(part) : part;
    to.update(whole(bytes.length, 4)).update(bytes);
  }
  return to;
}

/** H: the SHA-256 of a domain and parts. */
export const digest = (domain: string, ...parts: Part[]): Uint8Array => write(sha256.create(), domain, parts).digest();

/** MAC: the HMAC-SHA-256 of a domain and parts, encoded as in digest. */
export const authenticate = (key: Uint8Array, domain: string, ...parts: Part[]): Uint8Array =>
  write(hmac.create(sha256, key), domain, parts).digest();
