import { bytesToHex } from '@noble/hashes/utils.js';

/** Returns 32 random bytes in hex: a secret or entropy. */
export const randomHex = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
