import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { whole } from './digest';

/** The SHA-256 of text, in hex. */
export const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The commitment of chance version 1 to a secret (hex), which is public before the start. */
export const commitment = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The key of all draws of a table; see docs/fairness.md. Secret and contributions are hex. */
export function key(secret: string, contributions: readonly string[]): Uint8Array {
  const parts = contributions.flatMap((hex) => {
    const raw = hexToBytes(hex);
    return [whole(raw.length, 4), raw];
  });
  const text = concatBytes(utf8ToBytes('nemeton chance 1\0'), whole(contributions.length, 4), ...parts);
  return hmac(sha256, hexToBytes(secret), text);
}

/** The key of all draws after a restore, from the key before it and the entropy (hex) of the restored entry. */
export const restoredKey = (before: Uint8Array, entropy: string): Uint8Array =>
  hmac(sha256, before, concatBytes(utf8ToBytes('nemeton restored 1\0'), hexToBytes(entropy)));

/** The draws of one entry: each call returns the next draw below n. */
export function dice(made: Uint8Array, seq: number): (n: number) => number {
  let block = 0;
  const next = (): bigint => {
    const raw = hmac(sha256, made, concatBytes(whole(seq, 8), whole(block++, 4)));
    return new DataView(raw.buffer, raw.byteOffset).getBigUint64(0);
  };
  return (n) => below(BigInt(n), next);
}

/** Reduces numbers below 2^64 to 0 ... n-1 without bias: numbers of the incomplete last range are rejected. */
export function below(n: bigint, next: () => bigint): number {
  const all = 1n << 64n;
  const end = all - (all % n);
  for (;;) {
    const x = next();
    if (x < end) return Number(x % n);
  }
}
