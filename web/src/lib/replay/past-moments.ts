import { api } from '../net/api';
import { MessageReader, type ServerMessage } from '../wire/message';
import type { EntryOutline } from '../engine/types.gen';
import type { LogEntry, LogPage } from '../wire/game';
import type { Table } from '../wire/table';
import type { About, Moments, Shown } from './moments';

type Update = Extract<ServerMessage, { t: 'update' }>;

/** The number of entries that are asked for at once: one less than a page of the server, so that each has an entry before it. */
const block = 63;

/** The reader of a running game, at the table as it is now. */
export interface Looking {
  readonly table: Table;
  readonly me: number | undefined;
  readonly invite: string | undefined;
}

/** The calls of the server; tests have their own. */
export type Calls = Pick<typeof api, 'log' | 'past'>;

/**
 * The past of a running game, as the reader was shown it. The server makes it with what the seat could know then; the reader's own eyes are the only
 * ones. Each entry is asked for once.
 */
export class PastMoments implements Moments {
  readonly ownEyes = true;
  private readonly entries: LogEntry[] = [];
  private readonly updates = new Map<number, Update>();
  /** The requests in flight, by their first entry. */
  private readonly asked = new Map<number, Promise<void>>();

  constructor(
    private readonly reader: Looking,
    private readonly calls: Calls = api,
  ) {}

  async open(): Promise<About> {
    const { table, invite } = this.reader;
    for (let more = true; more;) {
      const since = this.entries.length;
      const page = await this.calls.log(table.id, since, invite);
      // Another call may have added them meanwhile.
      this.entries.push(...page.entries.filter(({ seq }) => seq > this.entries.length));
      more = page.more && page.entries.length > 0;
    }
    return {
      seats: table.seats.map(({ seat, color, bot }) => ({ seat, color, bot })),
      entries: this.entries.map(outlineOf),
    };
  }

  async snapshot(seq: number): Promise<Shown> {
    const { view, decisions, clocks } = await this.at(seq);
    const { table, me } = this.reader;
    const owing = decisions.map((open) => open.seat);
    return {
      message: {
        t: 'snapshot',
        seq,
        ...(me === undefined ? {} : { seat: me }),
        table: tableThen(table, seq, owing, this.entries[seq - 1]?.time),
        restored: false,
        view,
        decisions,
        ...(clocks ? { clocks } : {}),
      },
      hands: [],
    };
  }

  async update(seq: number): Promise<Shown> {
    return { message: await this.at(seq), hands: [] };
  }

  log(since: number): Promise<LogPage> {
    return Promise.resolve({ entries: this.entries.filter(({ seq }) => seq > since), more: false });
  }

  private async at(seq: number): Promise<Update> {
    if (!this.updates.has(seq)) await this.load(seq);
    const found = this.updates.get(seq);
    if (!found) throw new Error(`the server has no entry ${seq}`);
    return found;
  }

  private load(seq: number): Promise<void> {
    const first = seq - ((seq - 1) % block);
    const running = this.asked.get(first);
    if (running) return running;
    const loading = this.fetch(first).finally(() => this.asked.delete(first));
    this.asked.set(first, loading);
    return loading;
  }

  /** The first update of an answer is whole: it is the entry before the first one, so that all others have their steps. */
  private async fetch(first: number): Promise<void> {
    const { table, invite } = this.reader;
    const reader = new MessageReader();
    for (const raw of await this.calls.past(table.id, Math.max(0, first - 2), invite)) {
      const message = reader.readObject(raw);
      if (message?.t === 'update' && (message.seq >= first || !this.updates.has(message.seq)))
        this.updates.set(message.seq, message);
    }
  }
}

function outlineOf({ kind, seat, actor, time, events }: LogEntry): EntryOutline {
  // Of an entry that begins a turn, the bar needs the seat that has it.
  const turn = events.findLast(({ name }) => name === 'turn_began')?.data.seat;
  const owing = typeof turn === 'number' ? [turn] : [];
  return { kind, seat, actor, time, events: events.map(({ name }) => name), owing, scores: [] };
}

/** The table at that moment, without what is going on at it now. */
function tableThen(table: Table, seq: number, owing: number[], time: number | undefined): Table {
  const { stop, ...rest } = table;
  void stop;
  return {
    ...rest,
    state: 'running',
    seats: table.seats.map(({ seat, color, player, bot }) => ({
      ...{ seat, color, bot, standIn: '', agreed: [], contributed: true, connected: true, away: false },
      ...(player ? { player } : {}),
    })),
    options: {},
    seq,
    owing,
    winners: [],
    updatedAt: time === undefined ? table.updatedAt : new Date(time).toISOString(),
  };
}
