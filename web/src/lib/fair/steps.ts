/** The checks that a browser makes of a finished table, in their order. */
export const checks = ['digest', 'chain', 'start', 'commitment', 'draws'] as const;
export type Check = (typeof checks)[number];

/** What was found: how much was checked, and the first thing that is wrong, if anything. */
export interface Found {
  entries: number;
  draws: number;
  commitment: string;
  /** What each seat added to the chance, in hex. */
  contributions: readonly string[];
  wrong?: { check: Check | 'document'; seq?: number };
}
