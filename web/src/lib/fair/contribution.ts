import { recall, rememberContribution } from './memory';

/**
 * This browser's contributions to the chance of tables: random bytes that the server could not know when it chose its secret.
 * They are stored, so that the record of a finished table can be compared with them.
 */

/** Creates a contribution: 32 random bytes in hex. */
export function contribute(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/** The stored contribution to a table; null if there is none. */
export function contributed(table: string): string | null {
  return recall(table)?.own ?? storedEarlier(table);
}

/** Stores the contribution to a table. */
export const storeContribution = rememberContribution;

/** A contribution that an earlier version of this client stored. */
function storedEarlier(table: string): string | null {
  try {
    return localStorage.getItem(`nemeton.contribution.${table}`);
  } catch {
    return null; // storage is disabled
  }
}
