/**
 * This browser's contributions to the chance of tables: random bytes that the server could not know when it chose its secret.
 * They are stored, so that the record of a finished table can be compared with them.
 */
const key = (table: string): string => `nemeton.contribution.${table}`;

/** Creates a contribution: 32 random bytes in hex. */
export function contribute(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** The stored contribution to a table; null if there is none. */
export function contributed(table: string): string | null {
  try {
    return localStorage.getItem(key(table));
  } catch {
    return null; // storage is disabled
  }
}

/** Stores the contribution to a table. */
export function storeContribution(table: string, hex: string): void {
  try {
    localStorage.setItem(key(table), hex);
  } catch {
    // The contribution still counts; only the later comparison is missing.
  }
}
