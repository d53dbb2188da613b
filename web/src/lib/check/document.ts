import { isObject, type JsonObject } from '../wire/narrow';
import { HiddenData, parseStrict } from './strict-json';

export interface Draw {
  what: string;
  of: number;
  is: number;
}

/** An event as an entry stores it. */
export interface StoredEvent {
  name: string;
  version: number;
  data: JsonObject;
}

/** The proof of a command. Members without a value are empty or 0. */
export interface StoredProof {
  device: string;
  head: string;
  index: number;
  reveal: string;
  seq: number;
  signature: string;
}

/** All reveals of a device's chain up to `index` that were not accepted before are void. */
export interface Void {
  device: string;
  index: number;
  seat: number;
}

export interface Entry {
  seq: number;
  prev: string;
  rules: number;
  kind: string;
  seat: number;
  actor: string;
  command: string;
  decision: string;
  move: JsonObject | null;
  draws: Draw[];
  events: StoredEvent[];
  /** In milliseconds since 1970 UTC. */
  time: number;
  salt: string;
  proof?: StoredProof;
  voids?: Void[];
}

/** The chained entry with its hash. */
export interface HashedEntry {
  entry: Entry;
  hash: string;
}

/** A seat of an export. */
export interface SeatOfExport {
  seat: number;
  color: string;
  name: string;
  /** The level of the bot; absent for people. */
  bot?: string;
  /** The names of the players who took over the seat. */
  heirs?: string[];
}

/** The outcome of an export. */
interface OutcomeOfExport {
  winners: number[];
  scores: number[];
  /** The seats that conceded, in order; absent without any. */
  conceded?: number[];
  /** The reason for an end before that of the game. */
  ended?: string;
}

/** The export of a finished table. */
export interface Document {
  nemetonExport: 2;
  table: string;
  title: string;
  createdAt: number;
  options: JsonObject | null;
  seats: SeatOfExport[];
  outcome: OutcomeOfExport | null;
  secret: string;
  commitment: string;
  contributions: string[];
  head: string;
  digest: string;
  entries: HashedEntry[];
}

const format = 'nemetonExport';

/** The version of the format that this page knows, of a record and of its entries. */
const version = 2;

/**
 * Reads an export; white space and the order of members do not matter. Returns null if the text is not a JSON object of the known
 * format. Throws HiddenData for an export with unknown, repeated or missing members, or with numbers that readers understand differently.
 */
export function readDocument(text: string): Document | null {
  let doc: unknown;
  try {
    doc = parseStrict(text);
  } catch (error) {
    if (error instanceof HiddenData && claimsFormat(JSON.parse(text))) throw error;
    return null;
  }
  if (!claimsFormat(doc)) return null;
  return checkDocument(doc);
}

/** Reports whether a value claims to be an export of the format that this page knows. */
function claimsFormat(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  if (format in value) return value[format] === version;
  return Object.keys(value).some((name) => name.toLowerCase() === format.toLowerCase());
}

/** Returns an object as a document. Throws HiddenData if its members are not those of an export. */
export function checkDocument(doc: JsonObject): Document {
  const checks = {
    [format]: isInteger,
    table: isText,
    title: isText,
    createdAt: isInteger,
    options: isOptions,
    seats: isListOf(isSeat),
    outcome: (value: unknown) =>
      value === null ||
      fits(value, { winners: isSeats, scores: isListOf(isInteger) }, { conceded: isFilled(isSeats), ended: isName }),
    secret: isText,
    commitment: isHash,
    contributions: isListOf(isText),
    entries: isListOf({ entry: isEntry, hash: isHash }),
    head: isHash,
    digest: isText,
    // A server without a key signs no record. The digest covers the signature; the page does not know the key.
    ...('signature' in doc ? { signature: (value: unknown) => fits(value, { key: isText, note: isText }) } : {}),
  };
  if (!fits(doc, checks)) throw new HiddenData('the members are not those of an export');
  return doc as unknown as Document;
}

type Check = (value: unknown) => boolean;

const isName: Check = (value) => typeof value === 'string' && value !== '';
const isText: Check = (value) => typeof value === 'string';
const isInteger: Check = (value) => typeof value === 'number';
/** Checks for a hash, or another value of 32 bytes, in hex. */
export const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** The options of a table without any may be null. */
const isOptions: Check = (value) => value === null || (isObject(value) && Object.values(value).every(isInteger));
const isAny: Check = () => true;

/** Checks a list; its items are checked by a function, or have exactly the given members. */
export function isListOf(item: Check | Record<string, Check>): Check {
  const each: Check = typeof item === 'function' ? item : (value) => fits(value, item);
  return (value) => Array.isArray(value) && value.every(each);
}

/** An optional list is absent rather than empty. */
const isFilled =
  (check: Check): Check =>
  (value) =>
    check(value) && Array.isArray(value) && value.length > 0;

const isSeats = isListOf(isInteger);

const entryMembers = {
  format: (value: unknown) => value === version,
  seq: isInteger,
  prev: isHash,
  rules: isInteger,
  kind: isText,
  seat: isInteger,
  actor: isText,
  command: isText,
  decision: isText,
  move: isAny,
  draws: isListOf({ what: isText, of: isInteger, is: isInteger }),
  events: isListOf({ name: isText, version: isInteger, data: isAny }),
  time: isInteger,
  salt: isHash,
};

const proofMembers = {
  device: isHexOf(64),
  head: isHexOf(48),
  index: isInteger,
  reveal: isHexOf(64),
  seq: isInteger,
  signature: isHexOf(128),
};

/** Checks the members of an entry. */
export const isEntry: Check = (value) =>
  fits(value, entryMembers, {
    proof: (proof) => fits(proof, proofMembers),
    voids: isListOf({ device: isHash, index: isInteger, seat: isInteger }),
  });

const isSeat: Check = (value) =>
  fits(value, { seat: isInteger, color: isText, name: isText }, { bot: isName, heirs: isFilled(isListOf(isText)) });

/** Checks for lower-case hex with a number of digits, or an empty text. */
export function isHexOf(digits: number): Check {
  return (value) => typeof value === 'string' && (value === '' || value.length === digits) && /^[0-9a-f]*$/.test(value);
}

/** Reports whether a value is an object with these members, optional ones, and no others, and each passes its check. */
export function fits(value: unknown, checks: Record<string, Check>, optional: Record<string, Check> = {}): boolean {
  if (!isObject(value)) return false;
  const all = { ...optional, ...checks };
  return (
    Object.keys(checks).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => Object.hasOwn(all, name) && all[name]?.(member))
  );
}
