import { canonical } from '../check/canonical';
import type { JsonObject } from '../wire/narrow';

/** The content that a device signs for its contribution, or for declining. */
export interface AnswerStatement {
  table: string;
  seat: number;
  commitment: string;
  /** In hex; null declines. */
  contribution: string | null;
  /** The chain's anchor; empty without a chain. */
  chain: string;
  device: string;
}

/** The kinds of commands that devices sign. */
export type CommandKind = 'act' | 'takeback' | 'concede' | 'propose_stop' | 'agree_to_stop' | 'decline_stop';

/** The content that a device signs for a command. */
export interface CommandStatement {
  table: string;
  seat: number;
  command: string;
  kind: CommandKind;
  /** Of an act; of the answer to a stop, the seq of the proposal. Otherwise empty. */
  decision: string;
  /** Of an act; otherwise null. */
  move: JsonObject | null;
  /** The index of the reveal; 0 without one. */
  index: number;
  reveal: string;
  /** The newest entry that the device had seen, and its head. */
  seq: number;
  head: string;
}

/** The content that a device signs to confirm another device of its seat. */
export interface DeviceStatement {
  table: string;
  seat: number;
  device: string;
  chain: string;
}

interface Statements {
  contribution: AnswerStatement;
  command: CommandStatement;
  device: DeviceStatement;
}

/** The signed bytes of a statement: its domain, a line feed, and canonical JSON. */
export function statement<Name extends keyof Statements>(
  name: Name,
  content: Statements[Name],
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`nemeton 2 ${name}\n${canonical(content)}`);
}
