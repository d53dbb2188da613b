import type { ServerMessage } from '../wire/message';
import { TableSocket, type Connection, type Listener, type OpenSocket } from './socket';

/** The server side of a test connection. */
export class Line implements OpenSocket {
  sent: string[] = [];
  isOpen = false;
  over = false;
  constructor(
    readonly url: string,
    private readonly listener: Listener,
  ) {}
  send(text: string): boolean {
    if (!this.isOpen || this.over) return false;
    this.sent.push(text);
    return true;
  }
  close(): void {
    this.over = true;
  }
  open(): void {
    this.isOpen = true;
    if (!this.over) this.listener.onOpen();
  }
  say(message: object | string): void {
    if (!this.over) this.listener.onMessage(typeof message === 'string' ? message : JSON.stringify(message));
  }
  end(code: number, reason = ''): void {
    if (!this.over) this.listener.onClose(code, reason);
    this.over = true;
  }
}

const table = {
  id: 't',
  title: 'chess',
  state: 'running',
  visibility: 'public',
  seats: [],
  options: {},
  host: 'h',
  seq: 3,
  owing: [0],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
export const snapshot = (seq: number): object => ({
  t: 'snapshot',
  seq,
  you: { seat: 0 },
  table,
  view: {},
  decisions: [],
});
export const update = (seq: number): object => ({ t: 'update', seq, events: [], view: {}, decisions: [] });

export function setup(
  random = 1,
  isHidden = () => false,
): {
  socket: TableSocket;
  lines: Line[];
  messages: ServerMessage[];
  states: Connection[];
  last: () => Line;
} {
  const lines: Line[] = [];
  const messages: ServerMessage[] = [];
  const states: Connection[] = [];
  const socket = new TableSocket(
    () => 'ws://x/socket',
    { onMessage: (f) => messages.push(f), onConnection: (c) => states.push(c) },
    {
      open: (url, _protocol, listener) => {
        const line = new Line(url, listener);
        lines.push(line);
        return line;
      },
      random: () => random,
      isHidden,
    },
  );
  socket.start();
  return {
    socket,
    lines,
    messages,
    states,
    last: () => {
      const line = lines.at(-1);
      if (!line) throw new Error('no connection was opened');
      return line;
    },
  };
}

export const seqs = (messages: ServerMessage[]): number[] =>
  messages.flatMap((f) => ('seq' in f && f.seq !== undefined ? [f.seq] : []));
export const act = { t: 'act', id: 'c1', decision: 'd', move: { do: 'it' } } as const;
