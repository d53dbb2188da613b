import { serverNow } from '../environment/clock';
import { EngineError, type Engine } from '../engine/engine';
import { EngineMessages, tableOf } from '../engine/messages-of-engine';
import { OpenGame } from '../engine/open-game';
import type { Added, Document, Entry, Opened } from '../engine/types.gen';
import type { Hint } from '../net/api';
import type { Answer } from '../net/outbox';
import type { Receiver } from '../net/socket';
import type { OwnRecord, TableSource } from '../table/table-source';
import { readLog, type LogPage } from '../wire/game';
import type { ClientMessage } from '../wire/message';
import type { Seat, Table } from '../wire/table';
import { storeEntries, type StoredTable } from './local-store';

/** The longest time of a bot's thought, in milliseconds. */
const thinkingTime = 2_000;
/** The shortest time between two moves of bots, in milliseconds, so that people can follow. */
const botPause = 500;

/** Ignores the refusal of a bot's move if a person took back the move before it. The page learns of that once it is stored. */
function unlessTakenBack(error: unknown): Promise<void> {
  if (!(error instanceof EngineError) || error.code !== 'stale_decision') throw error;
  return new Promise((resolve) => setTimeout(resolve, botPause));
}

/** The parts of an engine and its storage that a local table needs; tests replace the storage. */
type Store = typeof storeEntries;

/**
 * A table on this device: the engine judges the moves, bots play, and each entry is stored before it is shown. It is the source of a table
 * page. With several people the page belongs to one of them after the other.
 */
export class LocalTable implements TableSource {
  readonly kind = 'local';
  readonly seen = undefined;
  /** The seat of the person who may look now; undefined: the device is being passed on, and only public things are shown. */
  eyes: number | undefined = $state();
  /** The person for whom the device waits; undefined while somebody looks, or bots play. */
  next: number | undefined = $state();
  /** The person whose turn it is, while the one before still sees the own move and can take it back. */
  due: number | undefined = $state();
  /** The table cannot go on, for example because another page of this browser plays it. */
  stopped = $state(false);
  finished = $state(false);

  /** Shows a moment of the finished game; set by the page. */
  onshow: OwnRecord['show'] = () => undefined;
  readonly own: OwnRecord = { text: () => this.record(), show: (seq, eyes) => this.onshow(seq, eyes) };

  private receiver: Receiver | undefined;
  private readonly messages = new EngineMessages();
  private readonly game: OpenGame<Opened>;
  private opened: Opened | undefined = $state.raw();
  private owing: number[] = [];
  private running = false;
  /** The engine ended while the table began or bots played. */
  private ended = false;
  private readonly leaving = new AbortController();

  private readonly document: Document;

  /** The document of the stored table has all entries. It grows with the table. */
  constructor(
    engine: Engine,
    private readonly stored: StoredTable,
    private readonly store: Store = storeEntries,
  ) {
    this.document = stored.about;
    this.game = new OpenGame(engine, () => engine.call('resume', { game: this.document }));
  }

  get id(): string {
    return this.stored.id;
  }

  get seats(): readonly Seat[] {
    return this.opened ? tableOf(this.opened, 1, 'running').seats : [];
  }

  /** The seats of people. */
  get people(): readonly number[] {
    return this.stored.people;
  }

  /** The record of the table proves that nobody chose its draws. */
  get proves(): boolean {
    return !this.stored.lesson;
  }

  /** Several people share the device. */
  get shared(): boolean {
    return this.people.length > 1;
  }

  readonly source = (receiver: Receiver): TableSource => {
    this.receiver = receiver;
    return this;
  };

  start(): void {
    void this.begin().catch((error: unknown) => this.fail(error));
  }

  stop(): void {
    this.leaving.abort();
    void this.game.close();
  }

  /** The page is visible again. While it was hidden for good, its engine ended. */
  hurry(): void {
    if (!this.ended) return;
    this.ended = false;
    this.start();
  }

  offline(): void {
    // A local table needs no network.
  }

  renew(): void {
    void this.show();
  }

  /** The person who has moved passes the device on. */
  passOn(): void {
    [this.eyes, this.next, this.due] = [undefined, this.due, undefined];
    void this.show();
  }

  /** The person whose turn it is takes the device. */
  takeOver(): void {
    if (this.next === undefined) return;
    [this.eyes, this.next] = [this.next, undefined];
    void this.show();
  }

  async send(message: ClientMessage): Promise<Answer> {
    const { id, t } = message;
    const seat = this.eyes;
    if (seat === undefined || (t !== 'act' && t !== 'takeback' && t !== 'concede'))
      return { t: 'result', id, ok: false, code: 'not_allowed' };
    try {
      const { decision, move } = t === 'act' ? message : { decision: '', move: null };
      const added = await this.act(seat, t, id, decision, move);
      void this.goOn();
      return { t: 'result', id, ok: true, seq: added.seq };
    } catch (error) {
      if (!(error instanceof EngineError)) this.halt();
      return { t: 'result', id, ok: false, code: error instanceof EngineError ? error.code : 'internal' };
    }
  }

  async log(since: number): Promise<LogPage> {
    return readLog({ ...(await this.game.call('log', { since, viewer: this.eyes ?? -1 })), more: false });
  }

  /** The move that a medium bot would make at the seat of the reader. */
  async hint(): Promise<Hint> {
    const options = { seq: 0, seat: this.eyes ?? 0, level: 'medium', iterations: 0, time: thinkingTime, seed: 1 };
    const { decision, index, second } = await this.game.call('choose', options, { signal: this.leaving.signal });
    return { decision, index, second, reason: '', params: {} };
  }

  /** The text of the table's record. That of a finished table can be checked. */
  async record(): Promise<string> {
    return (await this.game.call('record', {})).record;
  }

  private async begin(): Promise<void> {
    this.opened = await this.game.about();
    this.owing = this.opened.entries.at(-1)?.owing ?? [];
    this.finished = this.opened.outcome !== null;
    this.receiver?.onConnection({ is: 'online' });
    this.chooseEyes();
    await this.show();
    await this.goOn();
  }

  /** The table cannot be stored any more, or the engine is gone. */
  private halt(): void {
    this.stopped = true;
    // The protocol has no close code 0: it selects the sentence about games on this device.
    this.receiver?.onConnection({ is: 'stopped', code: 0 });
  }

  /** Waits for the page to be visible again if its engine ended while it was hidden. After any other error the table halts. */
  private fail(error: unknown): void {
    if (error instanceof EngineError && error.code === 'ended') this.ended = true;
    else this.halt();
  }

  /** Chooses whose view the page shows: the only person's, or that of the one who has the device. */
  private chooseEyes(): void {
    const [only] = this.people;
    if (!this.shared) this.eyes = only;
    else if (this.finished) [this.next, this.due] = [undefined, undefined];
    else {
      const waiting = this.owing.find((seat) => this.people.includes(seat));
      if (this.eyes === undefined) this.next = waiting;
      else this.due = this.owing.includes(this.eyes) ? undefined : waiting;
    }
  }

  /** Lets bots move until a person has to. */
  private async goOn(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (let bot = this.bot; bot !== undefined && !this.stopped; bot = this.bot)
        await this.letMove(bot).catch(unlessTakenBack);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'ended') {
        this.ended = true;
        return;
      }
      if (!this.leaving.signal.aborted) {
        console.error(error);
        this.halt();
      }
    } finally {
      this.running = false;
    }
    const before = this.eyes;
    this.chooseEyes();
    if (this.eyes !== before) await this.show();
  }

  /** Lets a bot think and move. */
  private async letMove(bot: number): Promise<void> {
    const started = performance.now();
    const { signal } = this.leaving;
    const options = {
      seq: 0,
      seat: bot,
      level: '',
      iterations: 0,
      time: thinkingTime,
      seed: Math.floor(Math.random() * 2 ** 48),
    };
    const choice = await this.game.call('choose', options, { signal });
    await new Promise((resolve) => setTimeout(resolve, botPause - (performance.now() - started)));
    if (signal.aborted) return;
    await this.act(bot, 'act', `bot ${choice.decision}`, choice.decision, choice.move);
  }

  private get bot(): number | undefined {
    return this.owing.find((seat) => !this.people.includes(seat));
  }

  private async act(seat: number, act: string, id: string, decision: string, move: unknown): Promise<Added> {
    const added = await this.game.call('act', { seat, act, id, decision, move, level: 'easy', time: serverNow() });
    const viewer = this.eyes ?? -1;
    await this.keep(added.seq, [added.entry]);
    const shown = await this.game.call('entry', { seq: added.seq, viewer });
    const message = this.messages.update(shown);
    if (message.t === 'update') {
      this.owing = message.decisions.map((open) => open.seat);
      this.finished = message.view?.outcome !== undefined;
    }
    if (viewer === (this.eyes ?? -1)) this.receiver?.onMessage(message);
    if (this.finished) await this.keep(added.seq + 1, []);
    // A snapshot would cut the animation of the end.
    if (this.finished && this.opened)
      this.receiver?.onMessage({
        t: 'table',
        ...(this.eyes === undefined ? {} : { seat: this.eyes }),
        table: this.table(this.opened),
      });
    return added;
  }

  /** Stores entries before anybody sees them. */
  private async keep(from: number, added: readonly Entry[]): Promise<void> {
    const { entries, ...about } = this.document;
    const table = { ...this.stored, about: { ...about, entries: [] }, updated: serverNow(), finished: this.finished };
    await this.store(table, from, added);
    entries.push(...added);
  }

  private async show(): Promise<void> {
    const { opened } = this;
    if (!opened) return;
    const { eyes } = this;
    const seq = this.document.entries.length;
    const moment = await this.game.call('moment', { seq, viewer: eyes ?? -1 });
    if (eyes !== this.eyes) return;
    this.receiver?.onMessage(this.messages.snapshot(moment, this.table(opened), eyes));
  }

  private table(opened: Opened): Table {
    const seq = this.document.entries.length;
    return { ...tableOf(opened, seq, this.finished ? 'finished' : 'running'), owing: this.owing };
  }
}
