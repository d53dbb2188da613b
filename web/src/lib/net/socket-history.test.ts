import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, seqs, setup, snapshot, update } from './socket-test-kit';

beforeEach(() => {
  vi.useFakeTimers();
});
describe('the history of the table', () => {
  const withHead = (message: object, head: string, restored?: true): object => ({ ...message, head, restored });

  it('is named on a reconnect, by the head of the last entry', () => {
    const { last } = setup();
    last().open();
    last().say(withHead(snapshot(3), 'h3'));
    last().end(1006);
    vi.advanceTimersByTime(500);
    expect(last().url).toBe('ws://x/socket?since=3&head=h3');
    last().open();
    last().say(withHead(update(4), 'h4'));
    last().end(1006);
    vi.advanceTimersByTime(500);
    expect(last().url).toBe('ws://x/socket?since=4&head=h4');
  });

  it('is named in commands, by the newest entry, even if only a result reported it', async () => {
    const { socket, last } = setup();
    last().open();
    last().say(withHead(snapshot(3), 'h3'));
    const answer = socket.send(act);
    expect(last().sent.at(-1)).toBe(JSON.stringify({ ...act, seq: 3, head: 'h3' }));
    last().say({ t: 'result', id: 'c1', ok: true, seq: 5, head: 'h5' });
    await answer;
    last().say(withHead(update(4), 'h4'));
    void socket.send({ ...act, id: 'c2' });
    expect(JSON.parse(last().sent.at(-1) ?? '')).toMatchObject({ id: 'c2', seq: 5, head: 'h5' });
    last().end(1006);
    vi.advanceTimersByTime(500);
    expect(last().url).toBe('ws://x/socket?since=4&head=h4');
  });

  it('stays the same in a resend, because the reader chose at that time', () => {
    const { socket, last } = setup();
    last().open();
    last().say(withHead(snapshot(3), 'h3'));
    void socket.send(act);
    last().say(withHead(update(4), 'h4'));
    last().end(1006);
    vi.advanceTimersByTime(500);
    last().open();
    expect(last().sent).toEqual([JSON.stringify({ ...act, seq: 3, head: 'h3' })]);
  });

  it('is replaced by a restored snapshot, which ends unanswered commands', async () => {
    const { socket, last, lines, messages } = setup();
    last().open();
    last().say(withHead(snapshot(43), 'h43'));
    const answer = socket.send(act);
    last().end(1006);
    vi.advanceTimersByTime(500);
    last().open();
    last().say(withHead(snapshot(10), 'g10', true));
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'restored' });
    const sent = last().sent.length;
    last().say({ t: 'result', id: 'c1', ok: false, error: { code: 'restored', message: 'x' } });
    last().say(withHead(update(11), 'g11'));
    vi.advanceTimersByTime(60_000);
    expect(last().sent).toHaveLength(sent);
    expect(lines).toHaveLength(2);
    expect(seqs(messages)).toEqual([43, 10, 11]);
    void socket.send({ ...act, id: 'c2' });
    expect(JSON.parse(last().sent.at(-1) ?? '')).toMatchObject({ id: 'c2', seq: 11, head: 'g11' });
  });

  it('does not resend after a rate limit once the history is replaced', () => {
    const { socket, last } = setup();
    last().open();
    last().say(withHead(snapshot(43), 'h43'));
    void socket.send(act);
    last().say({ t: 'result', id: 'c1', ok: false, error: { code: 'too_fast', message: 'x' } });
    last().say(withHead(snapshot(10), 'g10', true));
    vi.advanceTimersByTime(2000);
    expect(last().sent).toHaveLength(1);
  });

  it('reconnects after the refusal of a command whose history was lost', async () => {
    const { socket, last, lines } = setup();
    last().open();
    last().say(withHead(snapshot(3), 'h3'));
    const first = socket.send(act);
    last().say({ t: 'result', id: 'c1', ok: true, seq: 4, head: 'h4' });
    await first;
    const second = socket.send({ ...act, id: 'c2' });
    last().say({ t: 'result', id: 'c2', ok: false, error: { code: 'restored', message: 'x' } });
    await expect(second).resolves.toMatchObject({ ok: false, code: 'restored' });
    vi.advanceTimersByTime(500);
    expect(lines).toHaveLength(2);
    expect(last().url).toBe('ws://x/socket?since=3&head=h3');
    last().open();
    last().say(withHead(update(4), 'g4'));
    void socket.send({ ...act, id: 'c3' });
    expect(JSON.parse(last().sent.at(-1) ?? '')).toMatchObject({ id: 'c3', seq: 4, head: 'g4' });
  });
});
