import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '../wire/message';
import { TableSocket, type Connection, type Listener, type OpenSocket } from './socket';

/** The server side of a test connection. */
class Line implements OpenSocket {
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
  end(code: number): void {
    if (!this.over) this.listener.onClose(code);
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
const snapshot = (seq: number): object => ({ t: 'snapshot', seq, you: { seat: 0 }, table, view: {}, decisions: [] });
const update = (seq: number): object => ({ t: 'update', seq, events: [], view: {}, decisions: [] });

function setup(random = 1): {
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

const seqs = (messages: ServerMessage[]): number[] =>
  messages.flatMap((f) => ('seq' in f && f.seq !== undefined ? [f.seq] : []));
const act = { t: 'act', id: 'c1', decision: 'd', move: { do: 'it' } } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('following a table', () => {
  it('asks for nothing special at first, and shows itself online once it hears', () => {
    const { last, states, messages } = setup();
    expect(last().url).toBe('ws://x/socket');
    last().open();
    expect(states.at(-1)).toEqual({ is: 'connecting' });
    last().say(snapshot(3));
    expect(states.at(-1)).toEqual({ is: 'online' });
    expect(seqs(messages)).toEqual([3]);
  });

  it('asks for what it missed after a loss, and lets nothing through twice', () => {
    const { last, lines, messages, states } = setup();
    last().open();
    last().say(snapshot(3));
    last().say(update(4));
    last().end(1006);
    expect(states.at(-1)).toEqual({ is: 'reconnecting', attempt: 0 });
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    expect(last().url).toBe('ws://x/socket?since=4');
    last().open();
    last().say(update(4));
    last().say(update(5));
    expect(seqs(messages)).toEqual([3, 4, 5]);
    expect(states.at(-1)).toEqual({ is: 'online' });
  });

  it('takes a snapshot where the gap was too large', () => {
    const { last, messages } = setup();
    last().open();
    last().say(snapshot(3));
    last().end(4504);
    vi.advanceTimersByTime(500);
    last().open();
    last().say(snapshot(900));
    last().say(update(901));
    expect(seqs(messages)).toEqual([3, 900, 901]);
  });

  it('connects anew rather than show a hole', () => {
    const { last, lines, messages } = setup();
    last().open();
    last().say(snapshot(3));
    last().say(update(5));
    expect(lines[0]?.over).toBe(true);
    expect(seqs(messages)).toEqual([3]);
    vi.advanceTimersByTime(500);
    expect(last().url).toBe('ws://x/socket?since=3');
  });

  it('connects anew when it is told something it cannot read', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { last, lines } = setup();
    last().open();
    last().say('{"t":"snapshot"}');
    expect(lines[0]?.over).toBe(true);
  });

  it('passes over tags it does not know', () => {
    const { last, lines, messages } = setup();
    last().open();
    last().say({ t: 'weather' });
    expect(messages).toEqual([]);
    expect(lines[0]?.over).toBe(false);
  });

  it('starts over without since when its viewer changes', () => {
    const { socket, last } = setup();
    last().open();
    last().say(snapshot(3));
    socket.renew();
    expect(last().url).toBe('ws://x/socket');
  });
});

describe('coming back', () => {
  it.each([4000, 4001, 4003, 4004, 4499])('stays away after %i', (code) => {
    const { last, lines, states } = setup();
    last().open();
    last().end(code);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(states.at(-1)).toEqual({ is: 'stopped', code });
  });

  it.each([1000, 1006, 1012, 3000, 4500, 4503, 4999])('comes back after %i', (code) => {
    const { last, lines } = setup();
    last().open();
    last().end(code);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
  });

  it('waits up to twice as long each time, never over fifteen seconds, and starts low again once online', () => {
    const { last, lines } = setup();
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      last().end(1006);
      const before = lines.length;
      let waited = 0;
      while (lines.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    last().open();
    last().say(snapshot(1));
    last().end(1006);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(9);
  });

  it('spreads its tries over the whole wait', () => {
    const { last, lines } = setup(0);
    last().end(1006);
    vi.advanceTimersByTime(0);
    expect(lines).toHaveLength(2);
  });

  it('gives up a handshake that hangs', () => {
    const { lines } = setup();
    vi.advanceTimersByTime(10_500);
    expect(lines[0]?.over).toBe(true);
    expect(lines).toHaveLength(2);
  });

  it('is offline at once and hurries back when the network does', () => {
    const { socket, last, lines, states } = setup();
    last().open();
    last().say(snapshot(3));
    socket.offline();
    expect(states.at(-1)).toEqual({ is: 'offline' });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    socket.hurry();
    expect(last().url).toBe('ws://x/socket?since=3');
  });
});

describe('commands', () => {
  it('keeps one given before the connection is there', async () => {
    const { socket, last } = setup();
    const answer = socket.send(act);
    expect(last().sent).toEqual([]);
    last().open();
    expect(last().sent).toEqual([JSON.stringify(act)]);
    last().say({ t: 'result', id: 'c1', ok: true, seq: 4 });
    await expect(answer).resolves.toEqual({ t: 'result', id: 'c1', ok: true, seq: 4 });
  });

  it('sends an unanswered one again with the same id, and an answered one never', async () => {
    const { socket, last } = setup();
    last().open();
    last().say(snapshot(3));
    const answer = socket.send(act);
    expect(last().sent).toHaveLength(1);
    last().end(1006);
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([JSON.stringify(act)]);
    last().say({ t: 'result', id: 'c1', ok: true, seq: 4 });
    await answer;
    last().end(1006);
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([]);
  });

  it('tells a refusal by its code', async () => {
    const { socket, last } = setup();
    last().open();
    const answer = socket.send(act);
    last().say({ t: 'result', id: 'c1', ok: false, error: { code: 'stale_decision', message: 'x' } });
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'stale_decision' });
  });

  it('tries again by itself when it was too fast', () => {
    const { socket, last } = setup();
    last().open();
    void socket.send(act);
    last().say({ t: 'result', id: 'c1', ok: false, error: { code: 'too_fast', message: 'x' } });
    vi.advanceTimersByTime(2000);
    expect(last().sent).toEqual([JSON.stringify(act), JSON.stringify(act)]);
  });

  it('takes a connection for dead that leaves a command unanswered', () => {
    const { socket, last, lines } = setup();
    last().open();
    last().say(snapshot(3));
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    void socket.send(act);
    vi.advanceTimersByTime(10_500);
    expect(lines).toHaveLength(2);
    last().open();
    expect(last().sent).toEqual([JSON.stringify(act)]);
  });

  it('answers those that wait when the connection is over for good', async () => {
    const { socket, last } = setup();
    last().open();
    const answer = socket.send(act);
    last().end(4001);
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'stopped' });
    await expect(socket.send({ ...act, id: 'c2' })).resolves.toMatchObject({ code: 'stopped' });
  });
});

describe('while the server cannot save', () => {
  const refused = { t: 'result', id: 'c1', ok: false, error: { code: 'unavailable', message: 'x' } };
  const presence = (interrupted?: true): object => ({ t: 'presence', seats: [0], spectators: 0, interrupted });

  it('says so, keeps the command, and sends it until it is stored', async () => {
    const { socket, last, lines, states } = setup();
    last().open();
    last().say(snapshot(3));
    const answer = socket.send(act);
    for (const times of [2, 3, 4]) {
      last().say(refused);
      expect(states.at(-1)).toEqual({ is: 'interrupted', kept: true });
      vi.advanceTimersByTime(1000);
      expect(last().sent).toHaveLength(times);
    }
    last().say({ t: 'result', id: 'c1', ok: true, seq: 4 });
    await expect(answer).resolves.toMatchObject({ ok: true, seq: 4 });
    expect(states.at(-1)).toEqual({ is: 'online' });
    expect(lines).toHaveLength(1);
  });

  it('hears of it before it has anything to send, and sends at once when it hears of the end', () => {
    const { socket, last, states } = setup();
    last().open();
    last().say(snapshot(3));
    last().say(presence(true));
    expect(states.at(-1)).toEqual({ is: 'interrupted', kept: false });
    void socket.send(act);
    expect(states.at(-1)).toEqual({ is: 'interrupted', kept: true });
    last().say(refused);
    last().say(presence());
    expect(states.at(-1)).toEqual({ is: 'online' });
    expect(last().sent).toHaveLength(2);
  });

  it('comes back to it within a second, however long it took', () => {
    const { last, lines, states } = setup();
    last().open();
    last().say(snapshot(3));
    last().end(1006);
    vi.advanceTimersByTime(500);
    for (let i = 2; i < 12; i++) {
      expect(lines).toHaveLength(i);
      last().open();
      last().end(4505);
      expect(states.at(-1)).toEqual({ is: 'interrupted', kept: false });
      vi.advanceTimersByTime(1000);
    }
    last().open();
    last().say(update(4));
    expect(states.at(-1)).toEqual({ is: 'online' });
  });
});
