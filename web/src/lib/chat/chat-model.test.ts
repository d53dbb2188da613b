import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatApi } from '../net/chat-api';
import { Refusal } from '../net/rest';
import type { ChatMessage, ChatPart } from '../wire/chat';
import { ChatModel } from './chat-model.svelte';

const message = (number: number, by = 'ben', more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{
    number,
    changed: number,
    from: { id: by, name: by },
    text: `n${number}`,
    phrase: '',
    deleted: '' as const,
    at: 0,
  },
  ...more,
});

const part = (messages: ChatMessage[], more: Partial<ChatPart> = {}): ChatPart => ({
  ...{ channel: 'players', write: true, own: true, rev: messages.at(-1)?.changed ?? 0, whole: true, slow: 0 },
  ...{ messages, reactions: [], earlier: false, read: 0, ...more },
});

/** A message of the socket. */
const news = (since: number, rev: number, messages: unknown[] = [], more: object = {}): never =>
  ({ t: 'chat', channel: 'players', since, rev, messages, ...more }) as never;
const sent = (one: ChatMessage): object => ({ ...one, at: '2026-01-02T03:04:05Z' });

const api = {
  chat: vi.fn<ChatApi['chat']>(),
  earlier: vi.fn<ChatApi['earlier']>(),
  post: vi.fn<ChatApi['post']>(),
  delete: vi.fn<ChatApi['delete']>(),
  report: vi.fn<ChatApi['report']>(),
  markRead: vi.fn<ChatApi['markRead']>(),
  clearSpectators: vi.fn<ChatApi['clearSpectators']>(),
  setSlow: vi.fn<ChatApi['setSlow']>(),
  react: vi.fn<ChatApi['react']>(),
};
let arrived: number[] = [];

async function opened(...parts: ChatPart[]): Promise<ChatModel> {
  api.chat.mockResolvedValueOnce(parts);
  const model = new ChatModel(
    { table: 't', invite: () => undefined, me: () => 'ada', arrived: ({ number }) => arrived.push(number) },
    api,
  );
  await model.reload();
  return model;
}

const texts = (model: ChatModel): string[] =>
  model.parts.flatMap(({ messages }) => messages.map(({ text, deleted }) => text || deleted));

beforeEach(() => {
  arrived = [];
  for (const call of Object.values(api)) call.mockReset();
});
describe('updates', () => {
  it('are merged by number, and the newer copy counts', async () => {
    const model = await opened(part([message(1), message(2)]));
    model.receive(news(2, 4, [sent(message(3)), sent(message(1, 'ben', { changed: 4, text: '', deleted: 'host' }))]));
    model.receive(news(1, 2, [sent(message(1))]));
    expect(texts(model)).toEqual(['host', 'n2', 'n3']);
    expect(arrived).toEqual([3]);
    expect(model.parts[0]?.rev).toBe(4);
  });

  it('after a gap are read from the server', async () => {
    const model = await opened(part([message(1)]));
    api.chat.mockResolvedValueOnce([part([message(2), message(3)], { whole: false, rev: 3 })]);
    model.receive(news(3, 3));
    await vi.waitFor(() => expect(texts(model)).toEqual(['n1', 'n2', 'n3']));
    expect(api.chat.mock.lastCall).toEqual(['t', undefined, { channel: 'players', since: 1 }]);
  });

  it('of a channel that has just opened load all channels', async () => {
    const model = await opened(part([message(1)]));
    api.chat.mockResolvedValueOnce([part([message(1)]), part([message(1, 'eve')], { channel: 'spectators' })]);
    model.receive(news(0, 1, [], { channel: 'spectators' }));
    await vi.waitFor(() => expect(model.parts).toHaveLength(2));
  });

  it('that are whole replace everything, such as after an erasure', async () => {
    const model = await opened(part([message(1), message(2)]));
    api.chat.mockResolvedValueOnce([part([message(2)], { rev: 3 })]);
    await model.refresh();
    expect(texts(model)).toEqual(['n2']);
  });
});

it('keeps the messages if the server is away, and says so', async () => {
  const model = await opened(part([message(1)]));
  api.chat.mockRejectedValueOnce(new Refusal('offline', 0));
  await model.refresh();
  expect([model.failure, texts(model)]).toEqual(['offline', ['n1']]);
});

it('counts unread messages of others, and marks them once for all devices', async () => {
  vi.useFakeTimers();
  api.markRead.mockResolvedValue();
  const model = await opened(
    part([message(1), message(2, 'ada'), message(3), message(4, 'ben', { deleted: 'host' })], { read: 1 }),
  );
  expect(model.unread).toBe(1);
  model.markRead('players');
  model.receive(news(4, 5, [sent(message(5))]));
  model.markRead('players');
  expect(model.unread).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(api.markRead.mock.calls).toEqual([['t', undefined, 'players', 5]]);
  model.receive({ t: 'chat_read', channel: 'players', number: 4 });
  expect(model.parts[0]?.read).toBe(5);
});

it('reacts, and takes the same reaction back', async () => {
  const model = await opened(part([]));
  api.react.mockResolvedValue();
  await model.react(7, 'star');
  model.receive(
    news(0, 1, [], { reactions: [{ seq: 7, from: { id: 'ada', name: 'Ada' }, glyph: 'star', changed: 1 }] }),
  );
  expect(model.reactionsTo(7)).toHaveLength(1);
  await model.react(7, 'star');
  expect(api.react.mock.calls.map(([, , seq, glyph]) => [seq, glyph])).toEqual([
    [7, 'star'],
    [7, ''],
  ]);
  model.receive(news(1, 2, [], { reactions: [{ seq: 7, from: { id: 'ada', name: 'Ada' }, changed: 2 }] }));
  expect(model.reactionsTo(7)).toEqual([]);
});
