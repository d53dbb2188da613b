import type { Document } from './document';
import type { SeenHead } from './memory';
import type { Slices } from './slices';
import type { Found, Wrong } from './steps';

/** The known facts of the table whose record is checked. */
export interface Expected {
  /** The id of the table; undefined if the record is of any table. */
  table?: string | undefined;
  /** The version of the title's rules on this server; undefined if the server does not have the title. */
  rules?: number | undefined;
  /** The heads that this browser remembers. */
  heads?: readonly SeenHead[] | undefined;
}

/** A check in progress. */
export interface Checking {
  doc: Document;
  expected: Expected | undefined;
  found: Found;
  slices: Slices;
  /** The log ends before the end of its table, as that of a fork's origin does: there is no outcome to compare. */
  cut?: true;
}

/** One step of a check: returns the first failure. */
export type Step = (now: Checking) => Wrong | undefined | Promise<Wrong | undefined>;
