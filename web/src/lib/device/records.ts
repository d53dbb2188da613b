import { serverNow } from '../environment/clock';
import { isObject } from '../wire/narrow';
import type { Chain } from './chain';
import { dropKey } from './key-store';
import { keysWith, loadJson, save } from '../environment/storage';

export interface Place {
  table: string;
  seat: number;
}

/** This browser's device for a seat, as it is stored. */
export interface DeviceRecord extends Place {
  key: string;
  /** The private key in hex, if it is not in IndexedDB. */
  secret?: string;
  chain: Chain;
  answer?: { commitment: string; contribution: string; signature: string };
  /** The time of the last change, in milliseconds since 1970. */
  at: number;
}

/** The newest reveal that this device spent. It is stored before the reveal is sent, so that no reveal serves two commands. */
export interface Spent {
  index: number;
  /** The highest index that the server accepted; 0 before the first. */
  accepted: number;
  /** The newest entry that the device had seen, and its head. */
  seq: number;
  head: string;
  command: string;
}

const devicePrefix = 'nemeton.device.';
const spentPrefix = 'nemeton.spent.';

/** The maximum number of stored devices; those unchanged for the longest time are dropped. A device takes about 9 kB. */
const maxDevices = 60;

const name = ({ table, seat }: Place): string => `${table}.${seat}`;

export function readDevice(place: Place): DeviceRecord | undefined {
  const found = loadJson(devicePrefix + name(place));
  return isDevice(found) && found.table === place.table && found.seat === place.seat ? found : undefined;
}

/** Stores the device of a seat in place of an earlier one, whose key is removed. */
export function writeDevice(record: DeviceRecord): void {
  const before = readDevice(record);
  if (before && before.key !== record.key) forgetKey(before);
  const others = keysWith(devicePrefix).filter((key) => key !== devicePrefix + name(record));
  for (const old of oldest(others, others.length + 1 - maxDevices)) dropDevice(old);
  save(devicePrefix + name(record), JSON.stringify({ ...record, at: serverNow() }));
}

/** Removes all devices of a table that is over. */
export function dropTable(table: string): void {
  for (const key of keysWith(`${devicePrefix}${table}.`)) {
    const found = loadJson(key);
    if (isDevice(found)) dropDevice(found);
  }
}

/** Returns the newest spent reveal of a device. */
export function readSpent(key: string): Spent {
  const found = loadJson(spentPrefix + key);
  return isSpent(found) ? found : { index: 0, accepted: 0, seq: 0, head: '', command: '' };
}

/** Stores the newest spent reveal of a device. */
export function writeSpent(key: string, spent: Spent): void {
  save(spentPrefix + key, JSON.stringify(spent));
}

function dropDevice(record: DeviceRecord): void {
  forgetKey(record);
  save(devicePrefix + name(record), null);
}

function forgetKey({ key, secret }: DeviceRecord): void {
  save(spentPrefix + key, null);
  // A key that stays behind cannot be read and is never used again.
  if (secret === undefined) dropKey(key).catch(() => undefined);
}

function oldest(keys: readonly string[], count: number): DeviceRecord[] {
  if (count <= 0) return [];
  const found = keys.map(loadJson).filter(isDevice);
  return found.sort((a, b) => a.at - b.at).slice(0, count);
}

const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value);

function isDevice(value: unknown): value is DeviceRecord & Record<string, never> {
  return (
    isObject(value) &&
    typeof value.table === 'string' &&
    typeof value.seat === 'number' &&
    typeof value.at === 'number' &&
    isHex(value.key, 64) &&
    (value.secret === undefined || isHex(value.secret, 64)) &&
    isObject(value.chain) &&
    isHex(value.chain.anchor, 64) &&
    isHex(value.chain.checkpoints, 128 * 64)
  );
}

function isSpent(value: unknown): value is Spent & Record<string, never> {
  return isObject(value) && Number.isSafeInteger(value.index) && Number.isSafeInteger(value.accepted);
}
