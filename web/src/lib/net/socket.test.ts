import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, seqs, setup, snapshot, update } from './socket-test-kit';

beforeEach(() => {
  vi.useFakeTimers();
});
describe('a subscription', () => {
  it('subscribes without parameters and is online after the first message', () => {
    const { last, states, messages } = setup();
    expect(last().url).toBe('ws://x/socket');
    last().open();
    expect(states.at(-1)).toEqual({ is: 'connecting' });
    last().say(snapshot(3));
    expect(states.at(-1)).toEqual({ is: 'online' });
    expect(seqs(messages)).toEqual([3]);
  });

  it('requests missed entries after a reconnect and drops duplicates', () => {
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

  it('accepts a snapshot if the gap was too large', () => {
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

  it('reconnects if an entry is missing', () => {
    const { last, lines, messages } = setup();
    last().open();
    last().say(snapshot(3));
    last().say(update(5));
    expect(lines[0]?.over).toBe(true);
    expect(seqs(messages)).toEqual([3]);
    vi.advanceTimersByTime(500);
    expect(last().url).toBe('ws://x/socket?since=3');
  });

  it('reconnects after an unreadable message', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { last, lines } = setup();
    last().open();
    last().say('{"t":"snapshot"}');
    expect(lines[0]?.over).toBe(true);
  });

  it('ignores messages with unknown tags', () => {
    const { last, lines, messages } = setup();
    last().open();
    last().say({ t: 'weather' });
    expect(messages).toEqual([]);
    expect(lines[0]?.over).toBe(false);
  });

  it('reconnects without `since` after a change of the viewer', () => {
    const { socket, last } = setup();
    last().open();
    last().say(snapshot(3));
    socket.renew();
    expect(last().url).toBe('ws://x/socket');
  });
});

describe('reconnection', () => {
  it.each([4000, 4001, 4003, 4004, 4499])('stops after close code %i', (code) => {
    const { last, lines, states } = setup();
    last().open();
    last().end(code);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(states.at(-1)).toEqual({ is: 'stopped', code });
  });

  it.each([1000, 1006, 1012, 3000, 4500, 4503, 4999])('reconnects after close code %i', (code) => {
    const { last, lines } = setup();
    last().open();
    last().end(code);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['the server stops, reconnect in 4000 ms', 4000],
    ['the server stops, reconnect in 900000 ms', 10_000],
  ])('waits as the close frame says: %s', (reason, wait) => {
    const { last, lines } = setup();
    last().open();
    last().end(4503, reason);
    vi.advanceTimersByTime(wait - 1);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['3 seconds while somebody sees the page', false, [500, 1000, 2000, 3000, 3000, 3000, 3000]],
    ['15 seconds while nobody does', true, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]],
  ])('doubles the maximum delay up to %s, and resets it once online', (_, isHidden, delays) => {
    const { last, lines } = setup(undefined, () => isHidden);
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
    expect(waits).toEqual(delays);
    last().open();
    last().say(snapshot(1));
    last().end(1006);
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(9);
  });

  it('spreads the attempts over the whole delay', () => {
    const { last, lines } = setup(0);
    last().end(1006);
    vi.advanceTimersByTime(0);
    expect(lines).toHaveLength(2);
  });

  it('aborts a handshake that takes too long', () => {
    const { lines } = setup();
    vi.advanceTimersByTime(10_500);
    expect(lines[0]?.over).toBe(true);
    expect(lines).toHaveLength(2);
  });

  it('is offline at once and reconnects at once with the network', () => {
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
  it('queues a command until the connection is open', async () => {
    const { socket, last } = setup();
    const answer = socket.send(act);
    expect(last().sent).toEqual([]);
    last().open();
    expect(last().sent).toEqual([JSON.stringify(act)]);
    last().say({ t: 'result', id: 'c1', ok: true, seq: 4 });
    await expect(answer).resolves.toEqual({ t: 'result', id: 'c1', ok: true, seq: 4 });
  });

  it('resends only unanswered commands, with the same id', async () => {
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

  it('rejects with the error code of a refusal', async () => {
    const { socket, last } = setup();
    last().open();
    const answer = socket.send(act);
    last().say({ t: 'result', id: 'c1', ok: false, error: { code: 'stale_decision', message: 'x' } });
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'stale_decision' });
  });

  it.each(['too_fast', 'overloaded', 'upgrading'])('retries after %s', (code) => {
    const { socket, last } = setup();
    last().open();
    void socket.send(act);
    last().say({ t: 'result', id: 'c1', ok: false, error: { code, message: 'x' } });
    vi.advanceTimersByTime(2000);
    expect(last().sent).toEqual([JSON.stringify(act), JSON.stringify(act)]);
  });

  it('reconnects if a command gets no answer', () => {
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

  it('rejects all pending commands after the final close', async () => {
    const { socket, last } = setup();
    last().open();
    const answer = socket.send(act);
    last().end(4001);
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'stopped' });
    await expect(socket.send({ ...act, id: 'c2' })).resolves.toMatchObject({ code: 'stopped' });
  });
});

describe('an outage of the store', () => {
  const refused = { t: 'result', id: 'c1', ok: false, error: { code: 'unavailable', message: 'x' } };
  const presence = (interrupted?: true): object => ({ t: 'presence', seats: [0], spectators: 0, interrupted });

  it('is reported, and the command is resent until it is stored', async () => {
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

  it('is announced without a command; at its end commands are sent at once', () => {
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

  it('ends with a resend within a second, regardless of its length', () => {
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

describe('a connection that dies without a sign', () => {
  const ping = '{"t":"ping"}';
  /** The time in milliseconds until the state changes. */
  function untilShown(states: readonly unknown[]): number {
    const before = states.length;
    let waited = 0;
    for (; states.length === before && waited < 60_000; waited += 100) vi.advanceTimersByTime(100);
    return waited;
  }

  it('shows within 5 seconds of a move, and the move is sent again', () => {
    const { socket, last, states } = setup();
    last().open();
    last().say(snapshot(3));
    void socket.send(act);
    expect(untilShown(states)).toBeLessThan(5_000);
    expect(states.at(-1)).toEqual({ is: 'reconnecting', attempt: 0 });
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([JSON.stringify(act)]);
  });

  it('gives a busy server more time for a move that was sent again', async () => {
    const { socket, last, lines } = setup();
    last().open();
    last().say(snapshot(3));
    const answer = socket.send(act);
    vi.advanceTimersByTime(4_500);
    last().open();
    last().say(update(4));
    vi.advanceTimersByTime(9_900);
    expect(lines).toHaveLength(2);
    last().say({ t: 'result', id: 'c1', ok: true, seq: 5 });
    await answer;
  });

  it('shows within 15 seconds without a move', () => {
    const { last, states } = setup();
    last().open();
    last().say(snapshot(3));
    last().say({ t: 'pong' });
    expect(untilShown(states)).toBeLessThan(15_000);
    expect(states.at(-1)).toEqual({ is: 'reconnecting', attempt: 0 });
    expect(last().sent).toEqual([ping]);
  });

  it('is checked at once when the page is visible again', () => {
    const { socket, last, lines } = setup();
    last().open();
    last().say(snapshot(3));
    last().say({ t: 'pong' });
    socket.hurry();
    expect(last().sent).toEqual([ping]);
    vi.advanceTimersByTime(5_500);
    expect(lines).toHaveLength(2);
  });

  it('stays open while the server answers pings, which are no messages for the receiver', () => {
    const { last, lines, messages } = setup();
    last().open();
    last().say(snapshot(3));
    last().say({ t: 'pong' });
    for (let i = 0; i < 20; i++) {
      vi.advanceTimersByTime(6_000);
      expect(last().sent).toHaveLength(i + 1);
      last().say({ t: 'pong' });
    }
    expect(lines).toHaveLength(1);
    expect(messages).toHaveLength(1);
  });

  it('gets no pings from a server that does not announce them, because it would close the socket', () => {
    const { last, lines } = setup();
    last().open();
    last().say(snapshot(3));
    vi.advanceTimersByTime(3_600_000);
    expect([last().sent, lines.length]).toEqual([[], 1]);
  });
});
