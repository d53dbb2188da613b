import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { loadKey, storeKey } from './key-store';

/** The private key of a device. */
export interface Signer {
  readonly key: string;
  /** The private key in hex, if the browser could not store it as one that scripts cannot read. */
  readonly secret?: string;
  sign(text: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** Ed25519 in TypeScript. It is loaded on demand, because most browsers have it in Web Crypto. */
export const loadCurve = async (): Promise<typeof import('@noble/curves/ed25519.js').ed25519> =>
  (await import('@noble/curves/ed25519.js')).ed25519;

/** Web Crypto; undefined on plain http. */
export const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

/**
 * Makes a key pair. The private key cannot be read by scripts if Web Crypto has Ed25519 and the browser stores such keys. Otherwise it
 * is made by @noble/curves, and its bytes are stored with the device.
 */
export async function makeSigner(): Promise<Signer> {
  return (
    (await makeWebSigner().catch(() => undefined)) ??
    localSigner(bytesToHex(crypto.getRandomValues(new Uint8Array(32))))
  );
}

/** Finds the private key of a public key: the stored one, or the given one. Undefined if the browser lost it. */
export async function findSigner(key: string, secret: string | undefined): Promise<Signer | undefined> {
  if (secret !== undefined) return localSigner(secret);
  const stored = await loadKey(key).catch(() => undefined);
  return stored && webSigner(key, stored);
}

async function makeWebSigner(): Promise<Signer | undefined> {
  const web = subtle();
  if (!web) return undefined;
  const pair = await web.generateKey('Ed25519', false, ['sign', 'verify']);
  if (!('privateKey' in pair)) return undefined;
  const key = bytesToHex(new Uint8Array(await web.exportKey('raw', pair.publicKey)));
  await storeKey(key, pair.privateKey);
  return webSigner(key, pair.privateKey);
}

function webSigner(key: string, secret: CryptoKey): Signer {
  return {
    key,
    sign: async (text) => bytesToHex(new Uint8Array(await crypto.subtle.sign('Ed25519', secret, text))),
  };
}

async function localSigner(secret: string): Promise<Signer> {
  const ed25519 = await loadCurve();
  const bytes = hexToBytes(secret);
  return {
    key: bytesToHex(ed25519.getPublicKey(bytes)),
    secret,
    sign: (text) => Promise.resolve(bytesToHex(ed25519.sign(text, bytes))),
  };
}
