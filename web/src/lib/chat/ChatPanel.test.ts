// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { seatsOf, tableContexts, textTitle } from '../../dev/contexts';
import { eventually } from '../../eventually';
import en from '../../../../texts/en/client.json';
import { chatApi } from '../net/chat-api';
import { Refusal } from '../net/rest';
import { forgetDrafts } from './draft-store';
import { me } from '../account/me.svelte.ts';
import type { ChatMessage, ChatPart } from '../wire/chat';
import type { Table } from '../wire/table';
import { ChatModel } from './chat-model.svelte';
import ChatPanel from './ChatPanel.svelte';

const seats = seatsOf('Ada', 'Bram');

const message = (number: number, by: string, text: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ number, changed: number, from: { id: by, name: by }, text, phrase: '', deleted: '' as const, at: number },
  ...more,
});

async function setup(
  messages: ChatMessage[],
  more: Partial<ChatPart> = {},
  host = 'Ada',
  state = 'running',
): Promise<ChatModel> {
  const part: ChatPart = {
    ...{ channel: 'players', write: true, own: true, rev: 9, whole: true, slow: 0, messages, reactions: [] },
    ...{ earlier: false, read: 0, ...more },
  };
  vi.spyOn(chatApi, 'chat').mockResolvedValue([part]);
  const model = new ChatModel({
    table: 't',
    invite: () => undefined,
    me: () => me.player?.id,
    arrived: () => undefined,
  });
  await model.reload();
  const table = { id: 't', host, state, seats } as unknown as Table;
  render(ChatPanel, { props: { model, table }, context: tableContexts(textTitle({}), seats) });
  return model;
}

const shown = (): string[] =>
  screen.getAllByTestId('chat-message').map((one) => one.textContent?.replace(/\s+/g, ' ').trim() ?? '');

beforeEach(() => {
  me.player = { id: 'Ada', name: 'Ada' };
  vi.spyOn(chatApi, 'markRead').mockResolvedValue();
});
afterEach(() => {
  forgetDrafts();
});

it('shows names, quick phrases in the language of the reader, and deleted messages', async () => {
  await setup([
    message(1, 'Bram', '', { phrase: 'thanks' }),
    message(2, 'Eve', 'hi'),
    message(3, 'Ada', '', { deleted: 'host' }),
  ]);
  expect(shown()[0]).toMatch(/^Bram .* Thank you!$/);
  expect(shown()[1]).toMatch(/^Eve \(watching\) .* hi$/);
  expect(shown()[2]).toMatch(/^Ada \(you\) .* Removed by the host or the operator\.$/);
  expect(screen.getByText(/Only the players read this/)).toBeTruthy();
});

it('opens links in a new tab without telling them about this page', async () => {
  await setup([message(1, 'Bram', 'https://example.org/x')]);
  const link = screen.getByRole('link');
  expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual(['noopener noreferrer nofollow', '_blank']);
  expect(link.textContent).toContain('(example.org)');
});

it('closes the newest of two open lists of actions with Esc', async () => {
  await setup([message(1, 'Bram', 'a'), message(2, 'Bram', 'b')]);
  const openers = screen.getAllByTestId('message-more');
  const isOpen = (): boolean[] => openers.map((opener) => opener.getAttribute('aria-expanded') === 'true');
  for (const opener of openers) await fireEvent.click(opener);
  expect(isOpen()).toEqual([true, true]);
  for (const [i, left] of [
    [1, [true, false]],
    [0, [false, false]],
  ] as const) {
    await fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(isOpen()).toEqual(left);
    expect(document.activeElement).toBe(openers[i]);
  }
});

it('marks the first unread message', async () => {
  await setup([message(1, 'Bram', 'a'), message(2, 'Bram', 'b')], { read: 1 });
  expect(screen.getByTestId('unread-line').nextElementSibling?.textContent).toContain('b');
});

it('sends with Enter, keeps the text after a failure, and sends it again with the same id', async () => {
  await setup([]);
  const post = vi.spyOn(chatApi, 'post').mockRejectedValueOnce(new Refusal('offline', 0));
  post.mockResolvedValueOnce(message(1, 'Ada', 'hello'));
  const field = screen.getByTestId('chat-input');
  await fireEvent.input(field, { target: { value: ' hello ' } });
  await fireEvent.keyDown(field, { key: 'Enter' });
  await eventually(() => expect(screen.getByRole('alert')).toBeTruthy());
  expect(field).toHaveProperty('value', ' hello ');
  await fireEvent.keyDown(field, { key: 'Enter' });
  await eventually(() => expect(shown()[0]).toContain('hello'));
  await eventually(() => expect(field).toHaveProperty('value', ''));
  expect(post.mock.calls[0]?.[2]).toEqual(post.mock.calls[1]?.[2]);
});

it('completes names after an @ by keyboard', async () => {
  await setup([message(1, 'Eve', 'x')]);
  const field = screen.getByTestId<HTMLInputElement>('chat-input');
  field.value = 'hi @';
  field.setSelectionRange(4, 4);
  await fireEvent.input(field);
  expect(screen.getAllByRole('option').map((one) => one.textContent?.trim())).toEqual(['@Bram', '@Eve']);
  await fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain('Eve');
  await fireEvent.keyDown(field, { key: 'Tab' });
  expect(field.value).toBe('hi @Eve ');
});

it('asks before it deletes a message', async () => {
  await setup([message(1, 'Ada', 'mine')]);
  await fireEvent.click(screen.getByTestId('message-more'));
  await fireEvent.click(screen.getByTestId('chat-delete'));
  expect(screen.getByRole('alert').textContent).toBe(en['chat.delete.sure']);
  expect(screen.getByTestId('chat-delete-sure')).toBeTruthy();
});

it('keeps the focus while a message is deleted by keyboard', async () => {
  const mine = message(1, 'Ada', 'mine');
  const model = await setup([mine, message(2, 'Bram', 'theirs')]);
  vi.spyOn(chatApi, 'delete').mockResolvedValue();
  const press = async (button: HTMLElement | undefined): Promise<void> => {
    button?.focus();
    if (button) await fireEvent.click(button);
  };
  const [more] = screen.getAllByTestId('message-more');
  await press(more);
  await press(screen.getByTestId('chat-delete'));
  expect(document.activeElement?.textContent).toBe(en['app.cancel']);
  await press(document.activeElement as HTMLElement);
  expect(document.activeElement).toBe(more);
  await press(more);
  await press(screen.getByTestId('chat-delete'));
  await press(screen.getByTestId('chat-delete-sure'));
  await eventually(() => expect(document.activeElement).toBe(more));
  const deleted = { ...mine, changed: 10, deleted: 'author', text: '', at: '2026-01-02T03:04:05Z' };
  model.receive({ channel: 'players', since: 9, rev: 10, slow: 0, messages: [deleted], reactions: [] });
  await eventually(() => expect(document.activeElement?.textContent).toBe(en['chat.title']));
});

it('shows the slow mode that holds after a refusal', async () => {
  await setup([], { slow: 10 });
  vi.spyOn(chatApi, 'setSlow').mockRejectedValue(new Refusal('offline', 0));
  await fireEvent.click(screen.getByTestId('phrases'));
  const select = screen.getByTestId('chat-slow');
  await fireEvent.change(select, { target: { value: '60' } });
  await eventually(() => expect(screen.getByRole('alert')).toBeTruthy());
  expect(select).toHaveProperty('value', '10');
});

it('lets authors and the host delete, and others report and block', async () => {
  await setup([message(1, 'Ada', 'mine'), message(2, 'Bram', 'theirs')], {}, 'Bram');
  const buttons = screen.getAllByTestId('message-more');
  await fireEvent.click(buttons[0] as HTMLElement);
  expect(screen.getByTestId('chat-delete')).toBeTruthy();
  expect(screen.queryByTestId('chat-report')).toBeNull();
  await fireEvent.click(buttons[0] as HTMLElement);
  await fireEvent.click(buttons[1] as HTMLElement);
  expect(screen.queryByTestId('chat-delete')).toBeNull();
  expect(screen.getByTestId('chat-report')).toBeTruthy();
  await fireEvent.click(screen.getByTestId('chat-block'));
  expect(screen.getByTestId('chat-block-sure').textContent).toContain('Bram');
});

it('has the slow mode for the host alone, and no field for people who may only read', async () => {
  await setup([], { slow: 30 });
  expect(screen.getByText('Slow mode: one message every 30 s.')).toBeTruthy();
  await fireEvent.click(screen.getByTestId('phrases'));
  expect(screen.getByTestId('chat-slow')).toHaveProperty('value', '30');
  cleanup();
  await setup([], { write: false });
  expect(screen.queryByTestId('chat-input')).toBeNull();
});

it('lets the host of a running game clear the chat of the spectators unread, after a question', async () => {
  const clear = vi.spyOn(chatApi, 'clearSpectators').mockResolvedValue();
  await setup([]);
  await fireEvent.click(screen.getByTestId('phrases'));
  await fireEvent.click(screen.getByTestId('clear-spectators'));
  expect(clear).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId('clear-spectators-yes'));
  await eventually(() => void screen.getByText('The spectators’ chat is empty now.'));
  expect(clear).toHaveBeenCalledExactlyOnceWith('t');
  for (const [host, state] of [
    ['Bram', 'running'],
    ['Ada', 'finished'],
  ]) {
    cleanup();
    await setup([], {}, host, state);
    await fireEvent.click(screen.getByTestId('phrases'));
    expect(screen.queryByTestId('clear-spectators')).toBeNull();
  }
});

const typed = (): string => screen.getByTestId<HTMLInputElement>('chat-input').value;
const type = (value: string): Promise<unknown> =>
  fireEvent.input(screen.getByTestId('chat-input'), { target: { value } });

it('keeps a draft while the page changes, for each channel and person, until it is sent', async () => {
  await setup([]);
  await type('half a sent');
  cleanup();
  await setup([], {}, 'Ada', 'finished'); // as after a reload, a change of the tab, or the end
  expect(typed()).toBe('half a sent');
  cleanup();
  me.player = { id: 'Bram', name: 'Bram' };
  await setup([]);
  expect(typed()).toBe('');
  cleanup();
  me.player = { id: 'Ada', name: 'Ada' };
  await setup([]);
  vi.spyOn(chatApi, 'post').mockResolvedValueOnce(message(1, 'Ada', 'half a sent'));
  await fireEvent.keyDown(screen.getByTestId('chat-input'), { key: 'Enter' });
  await eventually(() => expect(typed()).toBe(''));
  cleanup();
  await setup([]);
  expect(typed()).toBe('');
});

it('moves the draft of a person without a seat to the channel that the start opens', async () => {
  me.player = { id: 'Eve', name: 'Eve' };
  await setup([], {}, 'Ada', 'open');
  await type('may I watch');
  cleanup();
  await setup([], { channel: 'spectators' });
  expect(typed()).toBe('may I watch');
});

it('sends a draft of a lost page with the id of its first attempt', async () => {
  await setup([]);
  const post = vi.spyOn(chatApi, 'post').mockRejectedValue(new Refusal('offline', 0));
  await type('once');
  await fireEvent.keyDown(screen.getByTestId('chat-input'), { key: 'Enter' });
  await eventually(() => expect(screen.getByRole('alert')).toBeTruthy());
  cleanup();
  await setup([]);
  await fireEvent.keyDown(screen.getByTestId('chat-input'), { key: 'Enter' });
  await eventually(() => expect(post).toHaveBeenCalledTimes(2));
  expect(JSON.stringify(post.mock.calls[1])).toBe(JSON.stringify(post.mock.calls[0]));
});

it('takes long clusters, and counts what a reader sees', async () => {
  await setup([]);
  await type('नी'.repeat(450));
  expect(screen.getByTestId('text-count').textContent).toBe('450 of 500 characters');
  expect(Number(screen.getByTestId('chat-input').getAttribute('maxlength'))).toBeGreaterThan(500 * 16);
});

it('says in words who is the host, and who has no seat, so that a name alone deceives nobody', async () => {
  await setup([message(1, 'Ada', 'hello'), message(2, 'Eve', 'psst'), message(3, 'Bram', 'hi')], {}, 'Ada', 'open');
  const rows = screen.getAllByTestId('chat-message').map((one) => one.textContent?.replace(/\s+/g, ' ') ?? '');
  expect(rows[0]).toMatch(/Ada \(you\) ?\(host\) ?\(plays \w+\)/);
  expect(rows[1]).toMatch(/Eve \(no seat\)/);
  expect(rows[1]).not.toMatch(/host|plays/);
  expect(rows[2]).toMatch(/Bram ?\(plays \w+\)/);
});
