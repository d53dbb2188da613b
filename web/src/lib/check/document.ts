import { isObject, type JsonObject } from '../wire/narrow';
import { HiddenData, parseStrict } from './strict-json';

type Checks = Record<string, (value: unknown) => boolean>;

/** A check that names the type of what passes it. */
type Guard<T> = (value: unknown) => value is T;
type Passed<G> = G extends Guard<infer T> ? T : never;

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value !== '';
const isInteger = (value: unknown): value is number => typeof value === 'number';
const isVersion = (value: unknown): value is 2 => value === version;
/** Checks for a hash, or another value of 32 bytes, in hex. */
export const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
/** The options of a table without any may be null. */
const isOptions = (value: unknown): value is JsonObject | null =>
  value === null || (isObject(value) && Object.values(value).every(isInteger));
/** The form of moves and events depends on the title. */
const isAny = (value: unknown): value is JsonObject => value !== undefined;

/** Checks for lower-case hex with a number of digits, or an empty text. */
export function isHexOf(digits: number): Guard<string> {
  return (value): value is string =>
    isText(value) && (value === '' || value.length === digits) && /^[0-9a-f]*$/.test(value);
}

export function isListOf<T>(isItem: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(isItem);
}

/** An optional list is absent rather than empty. */
function isFilled<T>(isItem: Guard<T>): Guard<T[]> {
  return (value): value is T[] => isListOf(isItem)(value) && value.length > 0;
}

/** Reports whether a value is an object with these members, optional ones, and no others, and each passes its check. */
export function fits(value: unknown, checks: Checks, optional: Checks = {}): boolean {
  if (!isObject(value)) return false;
  const all = { ...optional, ...checks };
  return (
    Object.keys(checks).every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]) => Object.hasOwn(all, name) && all[name]?.(member))
  );
}

type With<C, O> = { [K in keyof C]: Passed<C[K]> } & { [K in keyof O]?: Passed<O[K]> };

/** Checks as `fits` does, and names the type of the object. */
function isWith<C extends Checks, O extends Checks = Record<never, never>>(checks: C, optional?: O): Guard<With<C, O>> {
  return (value): value is With<C, O> => fits(value, checks, optional);
}

const isEvent = isWith({ name: isText, version: isInteger, data: isAny });
export type StoredEvent = Passed<typeof isEvent>;

const isProof = isWith({
  device: isHexOf(64),
  head: isHexOf(48),
  index: isInteger,
  reveal: isHexOf(64),
  seq: isInteger,
  signature: isHexOf(128),
});
/** The proof of a command. Members without a value are empty or 0. */
export type StoredProof = Passed<typeof isProof>;

/** All reveals of a device's chain up to `index` that were not accepted before are void. */
const isVoid = isWith({ device: isHash, index: isInteger, seat: isInteger });

/** Checks the members of an entry. */
export const isEntry = isWith(
  {
    format: isVersion,
    seq: isInteger,
    prev: isHash,
    rules: isInteger,
    kind: isText,
    seat: isInteger,
    actor: isText,
    command: isText,
    decision: isText,
    move: isAny,
    draws: isListOf(isWith({ what: isText, of: isInteger, is: isInteger })),
    events: isListOf(isEvent),
    /** In milliseconds since 1970 UTC. */
    time: isInteger,
    salt: isHash,
  },
  { proof: isProof, voids: isListOf(isVoid) },
);
export type Entry = Passed<typeof isEntry>;

const isSeat = isWith(
  { seat: isInteger, color: isText, name: isText },
  {
    /** The level of the bot; absent for people. */
    bot: isName,
    /** The names of the players who took over the seat. */
    heirs: isFilled(isText),
  },
);

const isOutcome = isWith(
  { winners: isListOf(isInteger), scores: isListOf(isInteger) },
  {
    /** The seats that conceded, in order. */
    conceded: isFilled(isInteger),
    /** The reason for an end before that of the game. */
    ended: isName,
  },
);

const format = 'nemetonExport';

/** The version of the format that this page knows, of a record and of its entries. */
const version = 2;

const isDocument = isWith(
  {
    [format]: isVersion,
    table: isText,
    title: isText,
    createdAt: isInteger,
    options: isOptions,
    seats: isListOf(isSeat),
    outcome: (value: unknown): value is Passed<typeof isOutcome> | null => value === null || isOutcome(value),
    secret: isText,
    commitment: isHash,
    contributions: isListOf(isText),
    entries: isListOf(isWith({ entry: isEntry, hash: isHash })),
    head: isHash,
    digest: isText,
  },
  // A server without a key signs no record. The digest covers the signature; the page does not know the key.
  { signature: isWith({ key: isText, note: isText }) },
);
/** The export of a finished table. */
export type Document = Passed<typeof isDocument>;

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
  if (!isDocument(doc)) throw new HiddenData('the members are not those of an export');
  return doc;
}
