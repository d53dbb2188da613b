/** The checks of a finished table, in order. */
export const checks = ['digest', 'chain', 'start', 'version', 'commitment', 'draws'] as const;
type Check = (typeof checks)[number];

/**
 * The first failure. `unreadable`: the text is no record of a known format; `document`: the record has members that could hide data.
 */
export interface Wrong {
  check: Check | 'document' | 'unreadable';
  seq?: number;
}

/** The result: the number of checked entries and draws, and the first failure, if any. */
export interface Found {
  entries: number;
  draws: number;
  /** How often the table lost entries and went on with new entropy. */
  restores: number;
  /** Empty if the record could not be read. */
  commitment: string;
  /** The contribution of each seat, in hex. */
  contributions: readonly string[];
  /** Seats that changed hands during play, so that another person may have contributed. */
  handedOver: readonly number[];
  wrong?: Wrong;
}
