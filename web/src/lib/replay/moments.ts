import { serverNow } from '../environment/clock';
import type { Engine } from '../engine/engine';
import { EngineMessages, tableOf } from '../engine/messages-of-engine';
import { OpenGame } from '../engine/open-game';
import { randomHex } from '../engine/random-hex';
import type { EntryOutline, Opened } from '../engine/types.gen';
import { readLog, readView, type LogPage } from '../wire/game';
import type { ServerMessage } from '../wire/message';
import type { JsonObject } from '../wire/narrow';

/** Whose eyes a reader looks through: those of a seat, of a spectator (undefined), or of everybody together, to whom everything is open. */
export type Eyes = number | 'open' | undefined;

/** A game as its bar shows it: the seats, and the entries from seq 1 on. */
export interface About {
  seats: readonly { seat: number; color: string; bot?: string | undefined }[];
  entries: readonly EntryOutline[];
}

/** A moment: the message that shows it. With everything open, `hands` are the views of all seats; otherwise there are none. */
export interface Shown {
  message: ServerMessage;
  hands: readonly JsonObject[];
}

/** The moments of a game, as a table page reads them. All calls reject if the moments cannot be had. */
export interface Moments {
  /** Opens the game, or reads which entries were added since. */
  open(): Promise<About>;
  /** Only the reader's own eyes can be had. */
  readonly ownEyes: boolean;
  /** The moment after an entry. */
  snapshot(seq: number, eyes: Eyes): Promise<Shown>;
  /** An entry, as a step from the one before. */
  update(seq: number, eyes: Eyes): Promise<Shown>;
  log(since: number, eyes: Eyes): Promise<LogPage>;
}

/** The eyes as a number: -1 are those of a spectator, -2 those of everybody together. */
export const viewerOf = (eyes: Eyes): number => (eyes === 'open' ? -2 : (eyes ?? -1));

export const eyesOf = (viewer: number): Eyes => (viewer === -2 ? 'open' : viewer < 0 ? undefined : viewer);

const handsOf = (moment: { seats?: unknown[] }): JsonObject[] =>
  (moment.seats ?? []).map((view) => readView(view)?.members ?? {});

/** The moments of a record, which the engine on this device makes. */
export class RecordMoments implements Moments {
  readonly ownEyes = false;
  private readonly messages = new EngineMessages();
  private readonly game: OpenGame<Opened>;

  constructor(
    private readonly engine: Engine,
    readonly record: string,
  ) {
    this.game = new OpenGame(engine, () => engine.call('open', { record }));
  }

  open(): Promise<Opened> {
    return this.game.about();
  }

  async snapshot(seq: number, eyes: Eyes): Promise<Shown> {
    const opened = await this.open();
    const moment = await this.game.call('moment', { seq, viewer: viewerOf(eyes) });
    const seat = eyes === 'open' ? undefined : eyes;
    return {
      message: this.messages.snapshot(moment, tableOf(opened, seq, 'running'), seat),
      hands: handsOf(moment),
    };
  }

  async update(seq: number, eyes: Eyes): Promise<Shown> {
    const shown = await this.game.call('entry', { seq, viewer: viewerOf(eyes) });
    return { message: this.messages.update(shown), hands: handsOf(shown) };
  }

  async log(since: number, eyes: Eyes): Promise<LogPage> {
    return readLog({ ...(await this.game.call('log', { since, viewer: viewerOf(eyes) })), more: false });
  }

  /** Returns the record of a game that goes on after an entry: a person against bots. Rejects with EngineError. */
  async branch(seq: number, seat: number, level: string): Promise<string> {
    const entropy = randomHex();
    const time = Math.max(serverNow(), (await this.open()).entries[seq - 1]?.time ?? 0);
    const { game } = await this.game.call('branch', { seq, seat, level, entropy, time });
    const { record } = await this.engine.call('record', { game });
    await this.engine.call('close', { game });
    return record;
  }
}
