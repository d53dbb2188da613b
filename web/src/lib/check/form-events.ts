import { isObject, type JsonObject } from '../wire/narrow';
import { fits, isHexOf, type Entry, type StoredEvent } from './document';
import { hasClocks, isLevel, type Pace } from './form-options';

/** An entry of the table, and the part of the log's state that its form reads and changes. */
export interface Follow {
  entry: Entry;
  data: JsonObject;
  follower: StoredEvent | undefined;
  pace: Pace;
  seats: { away: boolean; standIn: boolean }[];
  /** A bot may play for a player who is silent and has not left. */
  replacesSilent: boolean;
  isPerson(seat: number): boolean;
  concede(seat: number): void;
  end(reason: string): void;
}

/** Follows an entry by its first event. Returns whether a server would have stored it. */
type Form = (now: Follow) => boolean;

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';

/** The form of the entries that begin with an event, made by the person of a seat. */
const byPerson: Record<string, Form> = {
  taken_back: ({ entry, data, follower }) => own(entry, data, 'to') && isBefore(data.to, entry, 1) && !follower,
  left: ({ entry, data, follower, seats }) => {
    const seat = seats[entry.seat];
    if (!seat || seat.away) return false;
    seat.away = true;
    return own(entry, data) && !follower;
  },
  returned: (now) => own(now.entry, now.data) && free(now),
  agreed: (now) => {
    const { entry, data, follower, seats, replacesSilent } = now;
    const to = own(entry, data, 'to') && isNumber(data.to) && data.to !== entry.seat ? data.to : -1;
    if (!now.isPerson(to) || seats[to]?.standIn || !(replacesSilent || seats[to]?.away)) return false;
    return !follower || takesOver(now, follower, to);
  },
  handed_over: (now) =>
    fits(now.data, {
      seat: (seat) => seat === now.entry.seat,
      name: (name) => name !== '' && isHexOf(64)(name),
    }) && free(now),
  enrolled: ({ entry, data, follower }) => {
    const hex = { device: isHexOf(64), chain: isHexOf(64), by: isHexOf(64), signature: isHexOf(128) };
    return !follower && fits(data, { seat: (seat) => seat === entry.seat, ...hex });
  },
  conceded: (now) => {
    const { entry, data, follower, seats } = now;
    now.concede(entry.seat);
    Object.assign(seats[entry.seat] ?? {}, { away: false, standIn: true });
    if (!fits(data, { seat: (seat) => seat === entry.seat, level: isText })) return false;
    return follower ? data.level === '' && ends(now, follower, 'concession') : isLevel(data.level);
  },
  stop_proposed: (now) => own(now.entry, now.data) && maybeStops(now),
  stop_agreed: (now) => answers(now) && maybeStops(now),
  stop_declined: (now) => answers(now) && !now.follower,
  timed_out: (now) => timesOut(now, (seat) => seat !== now.entry.seat),
  time_given: ({ entry, data, follower, pace, isPerson }) =>
    hasClocks(pace) &&
    !follower &&
    fits(data, {
      seat: (seat) => seat === entry.seat,
      to: (to) => isNumber(to) && to !== entry.seat && isPerson(to),
      time: (time) => time === pace.extra,
    }),
  pause_proposed: (now) => hasClocks(now.pace) && own(now.entry, now.data) && maybePauses(now),
  pause_agreed: (now) => hasClocks(now.pace) && answers(now) && maybePauses(now),
  pause_declined: (now) => hasClocks(now.pace) && answers(now) && !now.follower,
  vacation: ({ entry, data, follower, pace }) =>
    pace.vacations && own(entry, data, 'until') && isUntil(data.until, entry) && !follower,
};

/** The form of the entries that begin with an event, made by the server itself. */
const byTimer: Record<string, Form> = {
  taken_over: (now) => {
    const { entry, data, follower, replacesSilent } = now;
    return replacesSilent && !follower && takesOver(now, { name: 'frame.taken_over', data }, entry.seat);
  },
  timed_out: (now) => !now.pace.byHand && timesOut(now, (seat) => seat === now.entry.seat),
  ended: (now) => isAlone(now) && ends(now, { name: 'frame.ended', data: now.data }, 'agreement'),
  closed: (now) => {
    now.end('operator');
    return isAlone(now) && fits(now.data, {});
  },
  paused: (now) =>
    hasClocks(now.pace) && isAlone(now) && fits(now.data, { until: (until) => isUntil(until, now.entry) }),
  outages: (now) => {
    const { outages } = now.data;
    let last = 0;
    const isOver = (each: unknown): boolean => {
      if (!isObject(each) || !fits(each, { from: isNumber, to: isNumber })) return false;
      const { from, to } = each;
      const inOrder = Number(from) >= last && Number(to) > Number(from) && Number(to) <= now.entry.time;
      last = Number(to);
      return inOrder;
    };
    const listed = fits(now.data, { outages: (list) => Array.isArray(list) && list.length > 0 });
    return hasClocks(now.pace) && isAlone(now) && listed && Array.isArray(outages) && outages.every(isOver);
  },
  restored: (now) =>
    isAlone(now) &&
    fits(now.data, {
      entropy: (entropy) => entropy !== '' && isHexOf(64)(entropy),
      source: (source) => source === 'server',
    }),
};

/** The form of the entries that begin with an event; undefined if no entry of that actor begins with it. */
export function formOf(name: string, actor: string): Form | undefined {
  const forms = actor === 'timer' ? byTimer : byPerson;
  const short = name.slice('frame.'.length);
  return Object.hasOwn(forms, short) ? forms[short] : undefined;
}

/** Reports whether an event has the seat of its entry, and perhaps one more number. */
function own({ seat: by }: Entry, data: JsonObject, ...numbers: string[]): boolean {
  return fits(data, { seat: (seat) => seat === by, ...Object.fromEntries(numbers.map((name) => [name, isNumber])) });
}

/** Reports whether a number is that of an earlier entry, from the first allowed one on. */
function isBefore(seq: unknown, entry: Entry, first: number): boolean {
  return isNumber(seq) && seq >= first && seq < entry.seq;
}

const isUntil = (until: unknown, { time }: Entry): boolean => isNumber(until) && (until === 0 || until > time);

/** Reports whether an entry belongs to no seat, and has one event. */
const isAlone = ({ entry, follower }: Follow): boolean => entry.seat === -1 && !follower;

/** The person of the seat plays it from now on. */
function free({ entry, follower, seats }: Follow): boolean {
  Object.assign(seats[entry.seat] ?? {}, { away: false, standIn: false });
  return !follower;
}

function answers({ entry, data }: Follow): boolean {
  return own(entry, data, 'proposal') && isBefore(data.proposal, entry, 2);
}

/** A bot plays the seat of a person from now on. */
function takesOver(now: Follow, { name, data }: Pick<StoredEvent, 'name' | 'data'>, seat: number): boolean {
  const state = now.seats[seat];
  if (name !== 'frame.taken_over' || !fits(data, { seat: (to) => to === seat, level: isLevel })) return false;
  if (!state || state.standIn || !now.isPerson(seat)) return false;
  state.standIn = true;
  return true;
}

function timesOut(now: Follow, isOf: (seat: number) => boolean): boolean {
  const { data, follower, pace } = now;
  if (!hasClocks(pace) || !follower || !fits(data, { seat: isNumber })) return false;
  const seat = Number(data.seat);
  return isOf(seat) && follower.data.level === pace.level && takesOver(now, follower, seat);
}

/** The table ends. The listed people are persons who have not conceded, in order. */
function ends(now: Follow, { name, data }: Pick<StoredEvent, 'name' | 'data'>, by: string): boolean {
  const isPeople = (list: unknown): boolean =>
    Array.isArray(list) &&
    list.every((seat, at) => isNumber(seat) && now.isPerson(seat) && (at === 0 || seat > list[at - 1]));
  now.end(by);
  return name === 'frame.ended' && fits(data, { by: (reason) => reason === by, people: isPeople });
}

const maybeStops = (now: Follow): boolean => !now.follower || ends(now, now.follower, 'agreement');

function maybePauses({ entry, follower }: Follow): boolean {
  if (!follower) return true;
  return follower.name === 'frame.paused' && fits(follower.data, { until: (until) => isUntil(until, entry) });
}
