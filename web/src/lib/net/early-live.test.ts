import { beforeEach, expect, it, vi } from 'vitest';
import type { Listener, OpenSocket } from './socket';

const [url, other] = ['wss://x.test/api/v1/tables/a/socket', 'wss://x.test/api/v1/tables/b/socket'];
/** The opened live messages. */
let opened: { url: string; to: Listener; sent: string[]; closed: boolean }[];
let module: typeof import('./early-live');
let heard: string[];

const listener: Listener = {
  onOpen: () => heard.push('open'),
  onMessage: (data) => heard.push(`message ${String(data)}`),
  onClose: (code) => heard.push(`close ${code}`),
};
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(async () => {
  vi.useFakeTimers();
  opened = [];
  heard = [];
  vi.resetModules();
  vi.doMock('./transport', () => ({
    openLive(at: string, _: string, to: Listener): OpenSocket {
      const one = { url: at, to, sent: [] as string[], closed: false };
      opened.push(one);
      return { send: (text) => one.sent.push(text) > 0, close: () => void (one.closed = true) };
    },
  }));
  module = await import('./early-live');
  return () => vi.doUnmock('./transport');
});

it('passes on what came before the page, and everything after', async () => {
  const first = vi.fn();
  module.openEarly(url, first);
  opened[0]?.to.onOpen();
  opened[0]?.to.onMessage('one');
  opened[0]?.to.onMessage('two');
  expect(first).toHaveBeenCalledExactlyOnceWith('one');
  const socket = module.openOrTakeOver(url, 'p', listener);
  expect(heard).toEqual([]);
  await settle();
  opened[0]?.to.onMessage('three');
  expect(heard).toEqual(['open', 'message one', 'message two', 'message three']);
  expect(socket.send('move')).toBe(true);
  expect(opened).toMatchObject([{ sent: ['move'], closed: false }]);
  vi.runAllTimers();
  expect(opened[0]?.closed).toBe(false);
});

it('tells of a refusal that came before the page', async () => {
  const first = vi.fn();
  module.openEarly(url, first);
  opened[0]?.to.onClose(4001);
  expect(first).toHaveBeenCalledExactlyOnceWith(undefined);
  module.openOrTakeOver(url, 'p', listener);
  await settle();
  expect(heard).toEqual(['close 4001']);
});

it('says nothing after it was closed', async () => {
  module.openEarly(url, () => undefined);
  opened[0]?.to.onMessage('one');
  module.openOrTakeOver(url, 'p', listener).close();
  await settle();
  opened[0]?.to.onMessage('two');
  expect(heard).toEqual([]);
  expect(opened[0]?.closed).toBe(true);
});

it('serves one page once, and only that page', () => {
  module.openEarly(url, () => undefined);
  module.openOrTakeOver(other, 'p', listener);
  module.openOrTakeOver(url, 'p', listener);
  module.openOrTakeOver(url, 'p', listener);
  expect(opened.map((one) => one.url)).toEqual([url, other, url]);
});

it('is closed if no page comes', () => {
  module.openEarly(url, () => undefined);
  vi.runAllTimers();
  expect(opened[0]?.closed).toBe(true);
  module.openOrTakeOver(url, 'p', listener);
  expect(opened).toHaveLength(2);
});
