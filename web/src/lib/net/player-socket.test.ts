import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Overview } from '../wire/notifications';
import { PlayerSocket } from './player-socket';
import type { Listener } from './socket';

describe('the socket of the player', () => {
  let opened: { listener: Listener; sent: string[]; closed: boolean }[] = [];
  let received: Overview[] = [];
  const environment = {
    open(_: string, __: string, listener: Listener) {
      const one = { listener, sent: [] as string[], closed: false };
      opened.push(one);
      return { send: (text: string) => one.sent.push(text) > 0, close: () => void (one.closed = true) };
    },
    random: () => 0.5,
  };
  const newest = (): (typeof opened)[number] => {
    const one = opened.at(-1);
    if (!one) throw new Error('no socket was opened');
    return one;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    opened = [];
    received = [];
  });
  it('passes on overviews and survives unreadable messages', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const socket = new PlayerSocket('wss://x', (overview) => received.push(overview), environment);
    socket.start();
    newest().listener.onMessage(
      '{"t":"overview","turns":[{"table":"a","title":"meduris","since":"x","dueAt":"1970-01-01T00:00:09Z"}],"waiting":[],"invitations":2}',
    );
    newest().listener.onMessage('{"t":"later"}');
    newest().listener.onMessage('{"t":"overview","turns":3}');
    expect(received).toEqual([{ turns: [{ table: 'a', title: 'meduris', dueAt: 9000 }], waiting: [], invitations: 2 }]);
    expect(error).toHaveBeenCalledOnce();
    socket.attend();
    expect(newest().sent).toEqual(['{"t":"attention","here":true}']);
  });

  it('reconnects if a server that answers reports of presence is silent', () => {
    const live: boolean[] = [];
    const socket = new PlayerSocket(
      'wss://x',
      () => undefined,
      environment,
      (now) => live.push(now),
    );
    socket.start();
    newest().listener.onMessage('{"t":"overview","turns":[],"waiting":[],"invitations":0}');
    socket.attend();
    vi.advanceTimersByTime(60_000);
    expect(opened, 'sockets of a server that answers nothing').toHaveLength(1);
    newest().listener.onMessage('{"t":"pong"}');
    socket.attend();
    vi.advanceTimersByTime(4_000);
    newest().listener.onMessage('{"t":"pong"}');
    vi.advanceTimersByTime(60_000);
    expect(opened, 'sockets of a server that answers').toHaveLength(1);
    socket.attend();
    vi.advanceTimersByTime(4_900);
    socket.attend();
    expect(live.at(-1)).toBe(true);
    vi.advanceTimersByTime(200);
    expect(newest().closed).toBe(true);
    expect(live.at(-1)).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(opened).toHaveLength(2);
    socket.attend();
    vi.advanceTimersByTime(60_000);
    expect(opened, 'sockets of another server, which answers nothing').toHaveLength(2);
    socket.stop();
  });

  it('reconnects after a loss, at once when it is asked to hurry, and not after a final code', () => {
    const live: boolean[] = [];
    const ended = vi.fn();
    const socket = new PlayerSocket(
      'wss://x',
      () => undefined,
      environment,
      (now) => live.push(now),
      ended,
    );
    socket.start();
    newest().listener.onMessage('{"t":"overview","turns":[],"waiting":[],"invitations":0}');
    newest().listener.onClose(1006);
    expect(live).toEqual([true, false]);
    expect(opened).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(opened).toHaveLength(2);
    newest().listener.onClose(4503);
    socket.hurry();
    expect(opened).toHaveLength(3);
    expect(ended).not.toHaveBeenCalled();
    newest().listener.onClose(4003);
    expect(ended).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(3);
    socket.stop();
  });
});
