/**
 * The private keys of this browser's devices in IndexedDB, by public key. Only IndexedDB can store keys whose bytes scripts cannot
 * read. All functions reject if storage is disabled.
 */
const databaseName = 'nemeton.devices';
const storeName = 'keys';

/** Stores a private key. */
export async function storeKey(key: string, secret: CryptoKey): Promise<void> {
  await run('readwrite', (store) => store.put(secret, key));
}

/** Returns a private key; undefined if it is not stored. */
export async function loadKey(key: string): Promise<CryptoKey | undefined> {
  const found: unknown = await run('readonly', (store) => store.get(key));
  return found instanceof CryptoKey ? found : undefined;
}

/** Removes a private key. */
export async function dropKey(key: string): Promise<void> {
  await run('readwrite', (store) => store.delete(key));
}

async function run(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open();
  try {
    return await new Promise((done, failed) => {
      const transaction = database.transaction(storeName, mode);
      const request = work(transaction.objectStore(storeName));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = transaction.onerror = () => failed(transaction.error ?? new Error('IndexedDB failed'));
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    if (typeof indexedDB === 'undefined') throw new Error('IndexedDB is not available');
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('IndexedDB failed'));
    request.onblocked = () => failed(new Error('IndexedDB is blocked'));
  });
}
