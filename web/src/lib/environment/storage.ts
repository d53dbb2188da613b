/**
 * Local storage with a copy in the page. If the browser stores nothing, values last as long as the page. Values that other tabs
 * stored later win.
 */
const here = new Map<string, string>();

/** The keys whose newest value the browser did not store, for example because storage is full. */
const unsaved = new Set<string>();

/** Returns a stored value. */
export function load(key: string): string | null {
  return unsaved.has(key) ? (here.get(key) ?? null) : (stored(key) ?? here.get(key) ?? null);
}

/** Returns a stored JSON value; undefined if there is none that can be read. */
export function loadJson(key: string): unknown {
  try {
    return JSON.parse(load(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Stores a value; null removes it. Returns false if it lasts only as long as the page. */
export function save(key: string, value: string | null): boolean {
  if (value === null) here.delete(key);
  else here.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    unsaved.delete(key);
    return true;
  } catch {
    unsaved.add(key);
    return false;
  }
}

export function keysWith(prefix: string): string[] {
  const all = new Set(here.keys());
  try {
    for (let at = 0; at < localStorage.length; at++) all.add(localStorage.key(at) ?? '');
  } catch {
    // Storage is disabled.
  }
  return [...all].filter((key) => key.startsWith(prefix));
}

/** Reports whether the browser stores values beyond the page. */
export function isLasting(): boolean {
  const probe = 'nemeton.probe';
  try {
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The storage of this tab, which ends with it. Throws if the browser stores nothing. */
export const tabStorage = (): Storage => sessionStorage;
