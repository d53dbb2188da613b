import type { Hint } from '../net/api';
import type { Answer } from '../net/outbox';
import type { LogPage } from '../wire/game';
import type { ClientMessage, History } from '../wire/message';

/** The record of a game on this device. */
export interface OwnRecord {
  /** Its text. */
  text(): Promise<string>;
  /** Shows the game as a seat saw it after an entry. */
  show(seq: number, eyes: number): void;
}

/** The origin of a table's messages: the socket of a server, or the engine on this device. */
export interface TableSource {
  /** A replay takes no commands. A local table and a lesson have neither a chat nor other devices. */
  readonly kind: 'server' | 'replay' | 'local' | 'lesson';
  /** The newest entry that this client knows. */
  readonly seen: History | undefined;
  /** The record of a game that this device has. */
  readonly own?: OwnRecord;
  /** A viewer without a seat sees what all seats know. */
  readonly showsAll?: boolean;
  start(): void;
  stop(): void;
  hurry(): void;
  offline(): void;
  /** Sends a new snapshot, because the viewer changed. */
  renew(): void;
  /** Sends a command. The promise always resolves. */
  send(command: ClientMessage): Promise<Answer>;
  /** Returns a hint for the reader's decision, without a server. */
  hint?(): Promise<Hint>;
  /** Returns a page of the entries after `since`. */
  log(since: number): Promise<LogPage>;
}
