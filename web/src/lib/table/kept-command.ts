import { load, save } from '../environment/storage';
import { isObject } from '../wire/narrow';
import type { ClientMessage } from '../wire/message';

const prefix = 'nemeton.command.';

/** An unanswered command of a player at a table, as it was sent: with its id and its proof. */
export interface KeptCommand {
  player: string;
  message: ClientMessage;
}

/** Keeps a command beyond the page. Returns false if the browser stores nothing. */
export function keepCommand(table: string, command: KeptCommand): boolean {
  return save(prefix + table, JSON.stringify(command));
}

/** Drops the kept command of a table, because it was answered. Another one stays. */
export function dropCommand(table: string, id: string): void {
  if (readCommand(table)?.message.id === id) save(prefix + table, null);
}

export function readCommand(table: string): KeptCommand | undefined {
  try {
    const found: unknown = JSON.parse(load(prefix + table) ?? 'null');
    return isKept(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is KeptCommand & Record<string, never> {
  if (!isObject(value) || typeof value.player !== 'string' || !isObject(value.message)) return false;
  const { t, id, decision, move } = value.message;
  if (typeof id !== 'string') return false;
  return t === 'takeback' || (t === 'act' && typeof decision === 'string' && move !== undefined);
}
