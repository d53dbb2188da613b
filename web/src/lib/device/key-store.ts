import { createStore, del, get, set } from 'idb-keyval';

/**
 * The private keys of this browser's devices in IndexedDB, by public key. Only IndexedDB can store keys whose bytes scripts cannot
 * read. All functions reject if storage is disabled. Opening cannot be blocked, because the database has only one version.
 */
const store = createStore('nemeton.devices', 'keys');

export const storeKey = async (key: string, secret: CryptoKey): Promise<void> => set(key, secret, store);

/** Returns a private key; undefined if it is not stored. */
export async function loadKey(key: string): Promise<CryptoKey | undefined> {
  const found: unknown = await get(key, store);
  return found instanceof CryptoKey ? found : undefined;
}

export const dropKey = async (key: string): Promise<void> => del(key, store);
