import { beforeEach, describe, expect, it, vi } from 'vitest';
import { again, unusable } from './close-codes';
import type { OpenSocket } from './socket';

/** A socket that the test controls. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  closed = false;
  onopen?: () => void;
  onmessage?: (event: { data: unknown }) => void;
  onclose?: (event: { code: number; reason: string }) => void;

  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.all.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  receive(data: string): void {
    this.onmessage?.({ data });
  }

  lose(code = 1006, reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }
}

/** The answers of the server: event streams, and whether it can be reached. */
interface Network {
  reachable: boolean;
  streams: { url: URL; write(text: string): void; aborted: boolean }[];
  /** The status with which streams are refused. */
  refusal?: [number, string];
}

const settle = async (): Promise<void> => {
  for (let n = 0; n < 40; n++) await Promise.resolve();
};

const url = 'wss://x.test/api/v1/tables/t/socket?ping=1';
let network: Network;
let hidden = false;
/** The module under test with no memory of earlier tests. */
let transport: typeof import('./transport');
let using: string[];
let visibility: (() => void)[];

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  network = { reachable: true, streams: [] };
  hidden = false;
  visibility = [];
  const storage = new Map<string, string>();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('document', {
    querySelector: () => null,
    get hidden() {
      return hidden;
    },
    addEventListener: (_: string, call: () => void) => void visibility.push(call),
    removeEventListener: (_: string, call: () => void) => void (visibility = visibility.filter((one) => one !== call)),
  });
  vi.stubGlobal('fetch', answer);
  await load();
});
/** Loads the module as a page does. */
async function load(): Promise<void> {
  vi.resetModules();
  transport = await import('./transport');
  using = [];
  transport.onTransport((now) => using.push(now));
}

function answer(asked: string | URL, init?: RequestInit): Promise<Response> {
  if (init?.method === 'HEAD')
    return network.reachable
      ? Promise.resolve(new Response(null, { headers: { 'Nemeton-Client': 'x' } }))
      : Promise.reject(new TypeError('offline'));
  if (network.refusal) {
    const [status, code] = network.refusal;
    return Promise.resolve(new Response(JSON.stringify({ code }), { status }));
  }
  let to: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (control) => void (to = control) });
  const stream = {
    url: new URL(asked),
    write: (text: string) => to?.enqueue(new TextEncoder().encode(text)),
    aborted: false,
  };
  init?.signal?.addEventListener('abort', () => (stream.aborted = true));
  network.streams.push(stream);
  return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
}

/** Opens live messages and notes all that the listener hears. */
function open(at = url): { heard: unknown[]; live: OpenSocket } {
  const heard: unknown[] = [];
  const live = transport.openLive(at, 'nemeton.v1', {
    onOpen: () => heard.push('open'),
    onMessage: (data) => heard.push(data),
    onClose: (code, reason) => heard.push([code, reason ?? '']),
  });
  return { heard, live };
}

const newest = (): FakeSocket => FakeSocket.all.at(-1) ?? expect.fail('no socket was opened');

/** Opens a socket that is refused before it opens, as proxies do that do not know WebSocket. */
async function refused(at = url): Promise<void> {
  open(at);
  newest().lose();
  await settle();
}

/** Opens a socket, which lives for a time after its first message. */
async function cutAfter(milliseconds: number, at = url): Promise<void> {
  open(at);
  newest().open();
  newest().receive('{}');
  await vi.advanceTimersByTimeAsync(milliseconds);
  newest().lose();
  await settle();
}

describe('sockets', () => {
  it('pass on messages, and send while they are open', async () => {
    const { heard, live } = open();
    expect(live.send('early')).toBe(false);
    newest().open();
    newest().receive('{"n":1}');
    expect(live.send('{"t":"ping"}')).toBe(true);
    newest().lose(4503, 'in 20 ms');
    await settle();
    expect(heard).toEqual(['open', '{"n":1}', [4503, 'in 20 ms']]);
    expect(newest().sent).toEqual(['{"t":"ping"}']);
    expect(live.send('late')).toBe(false);
  });

  it('say nothing after close', async () => {
    const { heard, live } = open();
    live.close();
    newest().open();
    newest().receive('{}');
    newest().lose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(heard).toEqual([]);
    expect(newest().closed).toBe(true);
    expect(using).toEqual(['socket']);
  });
});

describe('a network that blocks WebSocket', () => {
  it('is believed after two refused sockets, while the server answers requests', async () => {
    await refused();
    expect(using).toEqual(['socket']);
    await refused();
    expect(using).toEqual(['socket', 'events']);
    const { heard } = open();
    await settle();
    network.streams[0]?.write('data: {"n":1}\n\n');
    await settle();
    expect(heard).toEqual(['open', '{"n":1}']);
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('is not believed while the server cannot be reached', async () => {
    network.reachable = false;
    for (let n = 0; n < 6; n++) await refused();
    expect(using).toEqual(['socket']);
  });

  it('is not believed for sockets of a page that was frozen, as for the way back', async () => {
    for (let n = 0; n < 6; n++) {
      open();
      newest().open();
      newest().receive('{}');
      for (const freeze of visibility) freeze();
      newest().lose();
      await settle();
    }
    expect(using).toEqual(['socket']);
    expect(visibility).toEqual([]);
  });

  it('is not believed for close codes of the server', async () => {
    for (let n = 0; n < 6; n++) {
      open();
      newest().lose(4503);
      await settle();
    }
    expect(using).toEqual(['socket']);
  });

  it('is not believed if a socket works in between', async () => {
    for (let n = 0; n < 4; n++) {
      await refused();
      await cutAfter(120_000);
    }
    expect(using).toEqual(['socket']);
  });

  it('is noticed if two sockets open and stay silent, or never open', async () => {
    for (const opens of [true, false]) {
      sessionStorage.removeItem('nemeton.transport');
      await load();
      for (const wanted of [['socket'], ['socket', 'events']]) {
        const { heard } = open();
        if (opens) newest().open();
        await vi.advanceTimersByTimeAsync(3_900);
        expect(using).toEqual(['socket']);
        await vi.advanceTimersByTimeAsync(200);
        expect(using).toEqual(wanted);
        expect(heard.at(-1)).toEqual([unusable, '']);
        expect(newest().closed).toBe(true);
      }
    }
  });

  it('is not believed after an outage, in which each address lost a socket', async () => {
    const [table, player] = [open(), open('wss://x.test/api/v1/me/socket')];
    // The network comes back while the server is asked.
    await vi.advanceTimersByTimeAsync(4_100);
    expect([table.heard, player.heard]).toEqual([[[unusable, '']], [[unusable, '']]]);
    open();
    newest().open();
    newest().receive('{}');
    newest().lose();
    await settle();
    await refused('wss://x.test/api/v1/me/socket');
    await refused();
    expect(using).toEqual(['socket']);
  });

  it('is noticed if it cuts sockets again and again, but not if they live long', async () => {
    for (let n = 0; n < 6; n++) await cutAfter(61_000);
    for (let n = 0; n < 3; n++) await cutAfter(5_000);
    expect(using).toEqual(['socket']);
    // Those of another address count for themselves.
    await cutAfter(5_000, 'wss://x.test/api/v1/me/socket');
    expect(using).toEqual(['socket']);
    await cutAfter(5_000);
    expect(using).toEqual(['socket', 'events']);
  });

  it('is remembered by the tab', async () => {
    await refused();
    await refused();
    await load();
    expect(using).toEqual(['events']);
    sessionStorage.setItem('nemeton.transport', 'pigeons');
    await load();
    expect(using).toEqual(['socket']);
  });
});

describe('event streams', () => {
  beforeEach(async () => {
    sessionStorage.setItem('nemeton.transport', 'events');
    await load();
  });

  const address = (): string => network.streams.at(-1)?.url.search ?? '';

  it('give way to polling if two in a row bring no bytes, while the server answers requests', async () => {
    network.reachable = false;
    const first = open();
    await vi.advanceTimersByTimeAsync(4_100);
    expect(using).toEqual(['events']);
    first.live.close();
    network.reachable = true;
    for (const wanted of [['events'], ['events', 'polling']]) {
      const { heard } = open();
      await vi.advanceTimersByTimeAsync(4_100);
      expect(using).toEqual(wanted);
      expect(heard).toEqual([[again, '']]);
    }
    open();
    await settle();
    expect(address()).toBe('?for=4');
  });

  it('do not give way after an outage, in which each address lost a stream', async () => {
    for (const at of [url, 'wss://x.test/api/v1/me/socket']) open(at);
    await vi.advanceTimersByTimeAsync(4_100);
    open();
    await settle();
    network.streams.at(-1)?.write(':\n\n');
    await settle();
    open('wss://x.test/api/v1/me/socket');
    await vi.advanceTimersByTimeAsync(4_100);
    expect(using).toEqual(['events']);
  });

  it('do not give way once bytes came', async () => {
    open();
    await settle();
    network.streams[0]?.write('retry: 1000\n\n');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(using).toEqual(['events']);
    expect(address()).toBe('');
  });

  it('end when the page is hidden, and are short then', async () => {
    const { heard } = open();
    await settle();
    network.streams[0]?.write(':\n\n');
    await settle();
    hidden = true;
    for (const call of visibility) call();
    await settle();
    expect(heard).toEqual(['open', [again, '']]);
    expect(network.streams[0]?.aborted).toBe(true);
    const next = open();
    await settle();
    expect(address()).toBe('?for=1');
    next.live.close();
    expect(visibility).toEqual([]);
  });

  it('return to sockets if the server has too many streams of the address', async () => {
    network.refusal = [429, 'too_many_sockets'];
    const { heard } = open();
    await settle();
    expect(heard).toEqual([[unusable, '']]);
    expect(using).toEqual(['events', 'socket']);
  });

  /** Lets a stream end by its age. */
  async function age(): Promise<unknown[]> {
    const { heard } = open();
    await settle();
    network.streams.at(-1)?.write('event: next\ndata: {}\n\n');
    await settle();
    return heard;
  }

  it('try sockets again every ten minutes, and stay if they are blocked', async () => {
    expect(await age()).toEqual(['open', [again, '']]);
    expect(FakeSocket.all).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(600_000);
    const heard = await age();
    expect(FakeSocket.all).toHaveLength(1);
    expect(heard).toEqual(['open']);
    await vi.advanceTimersByTimeAsync(4_100);
    expect(heard).toEqual(['open', [again, '']]);
    expect(using).toEqual(['events']);
    expect(await age()).toEqual(['open', [again, '']]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  it('return to sockets that work', async () => {
    await vi.advanceTimersByTimeAsync(600_000);
    const heard = await age();
    newest().open();
    newest().receive('{}');
    await settle();
    expect(heard).toEqual(['open', [again, '']]);
    expect(using).toEqual(['events', 'socket']);
    open();
    expect(FakeSocket.all).toHaveLength(2);
  });
});
