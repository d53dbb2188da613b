/**
 * What this browser added to the chance of tables: random bytes that the server could not know when it chose its secret. They are kept, so that
 * the record of a finished table can be held against them.
 */
const key = (table: string): string => `nemeton.contribution.${table}`;

/** A new contribution: 32 random bytes in hex. */
export function contribute(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** What this browser added to the chance of a table; null where it added nothing, or does not remember. */
export function contributed(table: string): string | null {
  try {
    return localStorage.getItem(key(table));
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Keeps what was added to the chance of a table. */
export function keepContribution(table: string, spelled: string): void {
  try {
    localStorage.setItem(key(table), spelled);
  } catch {
    // It counts all the same; it cannot be compared later.
  }
}
