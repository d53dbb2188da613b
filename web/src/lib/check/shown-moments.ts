import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createStore, delMany, get, keys, update } from 'idb-keyval';
import type { ShownMoment } from '../engine/types.gen';
import { isOfServer } from '../net/client-version';
import type { GameEvent } from '../wire/game';
import type { JsonObject } from '../wire/narrow';
import { canonical } from './canonical';

/** A moment that the server showed, with the program of the page: another program may show the same entry otherwise. */
export interface RememberedMoment extends ShownMoment {
  program: string;
}

/** A moment that the server has just shown. */
export interface NewMoment {
  seq: number;
  /** The reader's seat; undefined for a spectator. */
  seat: number | undefined;
  view: JsonObject;
  /** Absent for a snapshot. */
  events?: readonly GameEvent[];
}

type Key = [table: string, part: number];

/** The storage of moments; tests replace it. */
export interface Shelf {
  get(key: Key): Promise<RememberedMoment[] | undefined>;
  update(key: Key, change: (before: RememberedMoment[] | undefined) => RememberedMoment[]): Promise<void>;
  keys(): Promise<Key[]>;
  drop(keys: Key[]): Promise<void>;
}

/** The number of entries whose moments are stored together. */
const partSize = 64;

/** The maximum number of tables whose moments stay. A moment takes some 150 bytes, and a long game has 2,000. */
const maxTables = 40;

/** The time in milliseconds between the arrival of a moment and its storage, in which the page draws it. */
const writeDelay = 1500;

const shelf = (): Shelf => {
  const store = createStore('nemeton.shown', 'moments');
  return {
    get: (key) => get(key, store),
    update: (key, change) => update(key, change, store),
    keys: () => keys(store),
    drop: (old) => delMany(old, store),
  };
};

/** The first half of the SHA-256 of the canonical form, in hex, as the engine makes it. It needs no secure context. */
export const momentDigest = (content: unknown): string =>
  bytesToHex(sha256(utf8ToBytes(canonical(content))).subarray(0, 16));

/** Remembers the moments of a table while they arrive, so that the record can be compared with them. A browser without storage remembers none. */
export class ShownMoments {
  private waiting: NewMoment[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stored: Promise<unknown> = Promise.resolve();

  /** `recent` lists the tables of this browser, the newest first. */
  constructor(
    private readonly table: string,
    private readonly program: string,
    private readonly recent: () => readonly string[],
    private readonly store: Shelf = shelf(),
  ) {
    void this.dropOld().catch(() => undefined);
  }

  add(moment: NewMoment): void {
    if (moment.seq < 1) return;
    this.waiting.push(moment);
    this.timer ??= setTimeout(() => void this.write(), writeDelay);
  }

  /** Stores the moments that wait. Resolves when all moments so far are stored. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const parts = new Map<number, RememberedMoment[]>();
    const moments = this.waiting.splice(0);
    // Another version of the server may show entries otherwise than the engine of this page.
    for (const { seq, seat, view, events } of isOfServer() ? moments : []) {
      const part = Math.floor(seq / partSize);
      const moment = {
        ...{ seq, viewer: seat ?? -1, view: momentDigest(view), events: events ? momentDigest(events) : '' },
        program: this.program,
      };
      parts.set(part, [...(parts.get(part) ?? []), moment]);
    }
    const updates = [...parts].map(async ([part, moments]) =>
      this.store.update([this.table, part], (before = []) => moments.reduce(replaced, before)),
    );
    // Without storage, or with a full one, the browser forgets them.
    this.stored = Promise.allSettled([this.stored, ...updates]);
    await this.stored;
  }

  private async dropOld(): Promise<void> {
    const kept = new Set([this.table, ...this.recent().slice(0, maxTables)]);
    const old = (await this.store.keys()).filter(([table]) => !kept.has(table));
    if (old.length > 0) await this.store.drop(old);
  }
}

/** Adds a moment in place of an older one of the same entry. A snapshot of the same view does not replace one that has events, too. */
function replaced(list: RememberedMoment[], moment: RememberedMoment): RememberedMoment[] {
  const before = list.find(({ seq }) => seq === moment.seq);
  const known = before?.viewer === moment.viewer && before.view === moment.view && before.program === moment.program;
  if (known && moment.events === '') return list;
  return [...list.filter((other) => other !== before), moment];
}

/** Returns the remembered moments of a table. */
export async function recallMoments(table: string, store: Shelf = shelf()): Promise<RememberedMoment[]> {
  try {
    const own = (await store.keys()).filter(([id]) => id === table);
    return (await Promise.all(own.map((key) => store.get(key)))).flatMap((list) => list ?? []);
  } catch {
    return [];
  }
}
