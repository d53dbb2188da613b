/** The checks of a finished table, in order. */
export const checks = ['digest', 'chain', 'start', 'commitment', 'draws'] as const;
type Check = (typeof checks)[number];

/** The result: the number of checked entries and draws, and the first failure, if any. */
export interface Found {
  entries: number;
  draws: number;
  /** How often the table lost entries and went on with new entropy. */
  restores: number;
  commitment: string;
  /** The contribution of each seat, in hex. */
  contributions: readonly string[];
  wrong?: { check: Check | 'document'; seq?: number };
}
