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

export interface Entry {
  seq: number;
  prev: string;
  rules: number;
  kind: string;
  draws: Draw[];
  events: StoredEvent[];
}

/** The export of a finished table. */
export interface Document {
  table: string;
  title: string;
  options: JsonObject | null;
  seats: { seat: number; color: string }[];
  secret: string;
  commitment: string;
  contributions: string[];
  head: string;
  digest: string;
  entries: { entry: Entry; hash: string }[];
}

const format = 'nemetonExport';

/**
 * Reads an export; white space and the order of members do not matter. Returns null if the text is not a JSON object of a known
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

/** Reports whether a value claims to be an export of a format that this page knows. */
function claimsFormat(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  if (format in value) return value[format] === 1;
  return Object.keys(value).some((name) => name.toLowerCase() === format.toLowerCase());
}

function checkDocument(doc: unknown): Document {
  const checks = {
    [format]: isInteger,
    table: isText,
    title: isText,
    createdAt: isInteger,
    options: isOptions,
    seats: isListOf({ seat: isInteger, color: isText, name: isText }),
    outcome: (value: unknown) =>
      value === null || fits(value, { winners: isListOf(isInteger), scores: isListOf(isInteger) }),
    secret: isText,
    commitment: isHash,
    contributions: isListOf(isText),
    entries: isListOf({ entry: isEntry, hash: isHash }),
    head: isHash,
    digest: isText,
    // Exports of earlier versions have no signature. The digest covers it; the page does not know the server's key.
    ...(isObject(doc) && 'signature' in doc
      ? { signature: (value: unknown) => fits(value, { key: isText, note: isText }) }
      : {}),
  };
  if (!fits(doc, checks)) throw new HiddenData('the members are not those of an export');
  return doc as Document;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isInteger: Check = (value) => typeof value === 'number';
const isHash: Check = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
/** The options of a table without any may be null. */
const isOptions: Check = (value) => value === null || (isObject(value) && Object.values(value).every(isInteger));
const isAny: Check = () => true;

/** Checks a list; its items are checked by a function, or have exactly the given members. */
function isListOf(item: Check | Record<string, Check>): Check {
  const each: Check = typeof item === 'function' ? item : (value) => fits(value, item);
  return (value) => Array.isArray(value) && value.every(each);
}

const isEntry: Check = (value) =>
  fits(value, {
    format: (n) => n === 1,
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
  });

/** Reports whether a value is an object with exactly these members, and each passes its check. */
function fits(value: unknown, checks: Record<string, Check>): boolean {
  return (
    isObject(value) &&
    Object.keys(value).length === Object.keys(checks).length &&
    Object.entries(checks).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]))
  );
}
