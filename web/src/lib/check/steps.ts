/** The checks of a finished table, in order. */
export const checks = [
  'digest',
  'chain',
  'start',
  'version',
  'form',
  'commitment',
  'salts',
  'names',
  'origin',
  'proofs',
  'draws',
  'heads',
] as const;

/** The name of a check. */
export type CheckName = (typeof checks)[number];

/**
 * The first failure. `unreadable`: the text is no record of a known format; `document`: the record has members that could hide data.
 * `large`: the record is longer than all real ones, so it was not checked.
 */
export interface Wrong {
  check: CheckName | 'document' | 'unreadable' | 'large';
  seq?: number;
}

/** The counts of a seat. */
export interface SeatCounts {
  /** The seat belonged to a bot from the start. */
  bot: boolean;
  /** The answer before the start: a contribution or declining, signed or not. */
  declined: boolean;
  signed: boolean;
  /** The number of reveals that count, and of reveals that were spent or skipped without effect. */
  reveals: number;
  voids: number;
  /** The number of the player's moves, and of those without a signature. */
  moves: number;
  unsigned: number;
  /** The number of devices that were added during play: confirmed by an old device, or only by the player's word. */
  confirmed: number;
  worded: number;
  /** The number of draws whose last reveal came from this seat. */
  protects: number;
}

/** The heads that this browser remembers, compared with the record. */
export interface HeadCounts {
  same: number;
  /** They belong to moves that a restore replaced; the record names that restore. */
  lost: number;
}

/** Some rules are older than those of this server, or the server does not have the title. */
export type Unjudged = 'rules' | 'title';

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
  /** The counts of each seat. */
  seats: SeatCounts[];
  /** The number of draws before the first reveal. */
  bare: number;
  /** The number of names that were erased, so that they could not be compared. */
  erased: number;
  heads: HeadCounts;
  /** The table is a fork, whose origin is checked as well. */
  forked: boolean;
  /** The reason for which a record without a fault is no success; undefined if there is none. */
  unjudged?: Unjudged;
  wrong?: Wrong;
}

/** The result before any check. */
export function nothingFound(): Found {
  return {
    ...{ entries: 0, draws: 0, restores: 0, commitment: '', contributions: [], handedOver: [] },
    ...{ seats: [], bare: 0, erased: 0, forked: false, heads: { same: 0, lost: 0 } },
  };
}
