import { isObject, type Json, type JsonObject } from '../wire/narrow';

interface StatedSeat {
  seat: number;
  color: string;
  /** Empty if it was deleted, or if a bot holds the seat. */
  name: string;
  /** The level of the bot; empty for a person. */
  bot: string;
  /** The names of the people who took the seat over. */
  heirs: string[];
  score: number | undefined;
  won: boolean;
}

/** The facts that a record states about its table. Nothing here is checked. */
export interface Summary {
  table: string;
  title: string;
  /** The time of the table's creation, in milliseconds; undefined if the record states none. */
  created: number | undefined;
  entries: number;
  commitment: string;
  seats: StatedSeat[];
  /** Whether the record states an outcome. */
  finished: boolean;
}

/** The format that this client knows. No earlier one was published, so a record of another format is newer. */
const known = 2;

/** This is the largest number of seats that is shown. No title has more. */
const maxSeats = 12;

/**
 * Reads the stated facts of a record, also of a faulty one. Returns `unreadable` for a text that is not a record, and `newer` for a
 * record of an unknown format. Never throws.
 */
export function summarize(text: string): Summary | 'unreadable' | 'newer' {
  let doc: unknown;
  try {
    doc = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  if (!isObject(doc) || typeof doc.nemetonExport !== 'number') return 'unreadable';
  if (doc.nemetonExport !== known) return 'newer';
  const outcome = isObject(doc.outcome) ? doc.outcome : undefined;
  return {
    table: stringOf(doc.table),
    title: stringOf(doc.title),
    created: time(doc.createdAt),
    entries: list(doc.entries).length,
    commitment: /^[0-9a-f]{64}$/.test(stringOf(doc.commitment)) ? stringOf(doc.commitment) : '',
    seats: list(doc.seats)
      .slice(0, maxSeats)
      .filter(isObject)
      .map((stated, at) => seat(stated, at, outcome)),
    finished: outcome !== undefined,
  };
}

function seat(stated: JsonObject, at: number, outcome: JsonObject | undefined): StatedSeat {
  const score = list(outcome?.scores)[at];
  return {
    seat: at,
    color: stringOf(stated.color),
    name: stringOf(stated.name),
    bot: stringOf(stated.bot),
    heirs: list(stated.heirs).slice(0, maxSeats).map(stringOf),
    score: typeof score === 'number' ? score : undefined,
    won: list(outcome?.winners).includes(at),
  };
}

/** The length of the longest text that is shown, in UTF-16 code units. No name of a server is longer. */
const maxText = 2048;

/** Returns a text as it is shown: a forged one must neither freeze the page nor cover it with accents. */
function stringOf(value: Json | undefined): string {
  if (typeof value !== 'string') return '';
  const shown = value.length > maxText ? `${value.slice(0, maxText)}…` : value;
  return shown.replaceAll(/(\p{Mn}{4})\p{Mn}+/gu, '$1');
}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** The largest time of a Date, in milliseconds. */
const maxTime = 8.64e15;

function time(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= maxTime ? value : undefined;
}
