import { beforeEach, expect, it, vi } from 'vitest';
import { again } from './close-codes';
import { openEventStream } from './event-stream';

/** An answer of the server that the test writes. */
function response(init: ResponseInit = { headers: { 'Content-Type': 'text/event-stream' } }): {
  answer: Response;
  write(text: string): void;
} {
  let to: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (control) => void (to = control) });
  return { answer: new Response(body, init), write: (text) => to?.enqueue(new TextEncoder().encode(text)) };
}

const settle = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};

function setup(answer: Response | Promise<Response>, poll?: number) {
  const fetch = vi.fn((...asked: [URL | string, RequestInit?]) => (void asked, Promise.resolve(answer)));
  vi.stubGlobal('fetch', fetch);
  const heard: unknown[] = [];
  const socket = openEventStream(
    'wss://x.test/api/v1/tables/t/socket?ping=1&patch=1&since=4',
    {
      onOpen: () => heard.push('open'),
      onMessage: (data) => heard.push(data),
      onClose: (code, reason) => heard.push([code, reason]),
    },
    { poll },
  );
  return { fetch, heard, socket };
}

beforeEach(() => vi.useFakeTimers());
it('reads messages in order from chunks of any size, and the close code', async () => {
  const { answer, write } = response();
  const { fetch, heard } = setup(answer, 4);
  expect(String(fetch.mock.calls[0]?.[0])).toBe('https://x.test/api/v1/tables/t/events?patch=1&since=4&for=4');
  for (const part of [
    'retry: 1000\n\nid: 5\nda',
    'ta: {"n":1}\n\n:\n',
    '\ndata: {"n":"é"}\n\n',
    'event: close\ndata: {"code":4003,"reason":"no"}\n\n',
  ]) {
    write(part);
    await settle();
  }
  expect(heard).toEqual(['open', '{"n":1}', '{"n":"é"}', [4003, 'no']]);
});

it('asks for the next stream, and notices a silent one', async () => {
  const next = response();
  const first = setup(next.answer);
  next.write('event: next\ndata: {}\n\n');
  await settle();
  expect(first.heard).toEqual(['open', [again, '']]);

  const silent = response();
  const second = setup(silent.answer);
  silent.write(':\n\n');
  await settle();
  await vi.advanceTimersByTimeAsync(14_000);
  silent.write(':\n\n');
  await settle();
  await vi.advanceTimersByTimeAsync(14_000);
  expect(second.heard).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(second.heard).toEqual(['open', [4900, '']]);
});

it.each([
  [403, '{"code":"address_banned"}', 4013],
  [401, '{"code":"unauthenticated"}', 4003],
  [429, '{"code":"too_many_sockets"}', 4900],
  [200, '<h1>login</h1>', 4900],
])('maps a refusal to a close code: %i %s', async (status, body, code) => {
  const { heard } = setup(new Response(body, { status, headers: { 'Content-Type': 'text/html' } }));
  await settle();
  expect(heard).toEqual([[code, '']]);
});

it('answers a command after the end of its stream, but not after close', async () => {
  const next = response();
  const { heard, socket, fetch } = setup(next.answer);
  let answer: (value: Response) => void = () => undefined;
  fetch.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  for (const [id, closes] of [
    ['a', false],
    ['b', true],
  ] as const) {
    socket.send(`{"t":"takeback","id":"${id}"}`);
    socket.end(again);
    if (closes) socket.close();
    answer(new Response(`{"id":"${id}","ok":true,"seq":7}`));
    await settle();
  }
  expect(heard).toEqual([[again, ''], '{"id":"a","ok":true,"seq":7,"t":"result"}']);
});

it('sends commands by REST, and gives their answers as results', async () => {
  const { heard, socket, fetch } = setup(response().answer);
  await settle();
  const answers = [
    new Response('{"id":"a","ok":true,"seq":7,"head":"ff"}'),
    new Response('{"code":"stale_decision"}', { status: 409 }),
    Promise.reject(new TypeError('offline')),
  ];
  fetch.mockImplementation(() => Promise.resolve(answers.shift() ?? new Response()));
  expect(socket.send('{"t":"act","id":"a","decision":"4-1","move":{"do":"it"},"seq":4,"head":"ee"}')).toBe(true);
  await settle();
  expect(socket.send('{"t":"agree_to_stop","id":"b","decision":"40"}')).toBe(true);
  await settle();
  expect(socket.send('{"t":"takeback","id":"c"}')).toBe(true);
  await settle();
  expect(socket.send('{"t":"ping"}')).toBe(false);
  expect(fetch.mock.calls.slice(1).map(([url, init]) => [url, init?.body])).toEqual([
    ['/api/v1/tables/t/commands', '{"id":"a","move":{"do":"it"},"seq":4,"head":"ee","decision":"4-1"}'],
    ['/api/v1/tables/t/stop/agree', '{"id":"b","proposal":40}'],
    ['/api/v1/tables/t/takeback', '{"id":"c"}'],
  ]);
  // The third has no answer, so it is sent again on the next stream.
  expect(heard.map((text) => JSON.parse(String(text)) as unknown)).toEqual([
    { t: 'result', id: 'a', ok: true, seq: 7, head: 'ff' },
    { t: 'result', id: 'b', ok: false, error: { code: 'stale_decision', message: '' } },
  ]);
  socket.close();
});
