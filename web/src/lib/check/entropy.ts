import type { Entry, StoredEvent } from './document';

/** Reports whether a value is 32 bytes in lower-case hex. */
export const isEntropy = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** Reports whether a value is bytes in lower-case hex. */
export const isBytes = (hex: string): boolean => /^(?:[0-9a-f]{2})*$/.test(hex);

/** The entropy of a restore; undefined if the event is not a restore as servers record it. */
export function entropyOf(entry: Entry, event: StoredEvent): string | undefined {
  const { entropy } = event.data;
  return entry.kind === 'frame' && event.version === 1 && isEntropy(entropy) ? entropy : undefined;
}
