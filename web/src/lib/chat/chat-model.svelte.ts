import { chatApi, type ChatApi } from '../net/chat-api';
import { peopleApi } from '../net/people-api';
import { codeOf } from '../net/rest';
import { uuid } from '../net/uuid';
import {
  readNews,
  type ChatChannelName,
  type ChatMessage,
  type ChatPart,
  type ChatReaction,
  type ChatUpdate,
} from '../wire/chat';
import type { JsonObject } from '../wire/narrow';
import type { Player } from '../wire/table';

interface Around {
  table: string;
  /** The invitation to a private table. */
  invite(): string | undefined;
  /** The reader's id; undefined if nobody is signed in. */
  me(): string | undefined;
  /** Another person's message arrived. */
  arrived(message: ChatMessage): void;
}

/** The time in milliseconds after which a mark is sent, so that many messages in a row send one. */
const markDelay = 800;

/** The chat at a table: the channels that the reader may read. */
export class ChatModel {
  parts: readonly ChatPart[] = $state.raw([]);
  loaded = $state(false);
  /** The code of the last failure to load. */
  failure: string | null = $state(null);
  private loading = false;
  private again: 'changes' | 'all' | undefined;
  private marking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly around: Around,
    private readonly api: ChatApi = chatApi,
  ) {}

  get unread(): number {
    return this.parts.reduce((sum, part) => sum + this.unreadOf(part), 0);
  }

  unreadOf({ messages, read }: ChatPart): number {
    const me = this.around.me();
    return messages.filter(({ number, from, deleted }) => number > read && from.id !== me && !deleted).length;
  }

  /** The reactions to an entry, the first reaction first. */
  reactionsTo(seq: number): readonly ChatReaction[] {
    return this.parts.flatMap(({ reactions }) => reactions.filter((one) => one.seq === seq && one.glyph));
  }

  get reacts(): boolean {
    return this.parts.some(({ own, write }) => own && write);
  }

  /** Loads all channels anew, because the reader's rights may have changed. */
  reload(): Promise<void> {
    return this.load('all');
  }

  /** Loads what was missed while there was no connection. */
  refresh(): Promise<void> {
    return this.load(this.loaded ? 'changes' : 'all');
  }

  /** Handles a message of the socket. */
  receive(content: JsonObject): void {
    const news = readNews(content);
    const part = this.part(news.channel);
    if ('read' in news) {
      if (part && news.read > part.read) this.put({ ...part, read: news.read });
      return;
    }
    if (!part) void this.load('all');
    else if (news.since > part.rev) void this.load('changes');
    else this.add(part, news);
  }

  /** Sends a message. Throws Refusal; then the caller may send it again with the same id. */
  async send(channel: ChatChannelName, what: { text: string } | { phrase: string }, id = uuid()): Promise<void> {
    const sent = await this.api.post(this.around.table, this.around.invite(), { id, channel, ...what });
    const part = this.part(channel);
    if (part) this.put({ ...part, messages: merged(part.messages, [sent]) });
  }

  async earlier(channel: ChatChannelName): Promise<void> {
    const first = this.part(channel)?.messages[0]?.number;
    if (first === undefined) return;
    const page = await this.api.earlier(this.around.table, this.around.invite(), channel, first);
    const part = this.part(channel);
    if (part) this.put({ ...part, messages: merged(part.messages, page.messages), earlier: page.earlier });
  }

  delete(channel: ChatChannelName, number: number): Promise<void> {
    return this.api.delete(this.around.table, this.around.invite(), channel, number);
  }

  report(channel: ChatChannelName, number: number, reason: string): Promise<void> {
    return this.api.report(this.around.table, this.around.invite(), channel, number, reason);
  }

  setSlow(seconds: number): Promise<void> {
    return this.api.setSlow(this.around.table, seconds);
  }

  /** Deletes all messages of the spectators, as host. */
  clearSpectators(): Promise<void> {
    return this.api.clearSpectators(this.around.table);
  }

  /** Blocks a person, whose messages disappear for the reader. */
  async block({ id }: Player): Promise<void> {
    await peopleApi.block(id);
    await this.reload();
  }

  /** Reacts to an entry, or takes the same reaction back. */
  async react(seq: number, reaction: string): Promise<void> {
    const me = this.around.me();
    const own = this.reactionsTo(seq).some((one) => one.from.id === me && one.glyph === reaction);
    await this.api.react(this.around.table, this.around.invite(), seq, own ? '' : reaction);
  }

  /** Notes that the reader has read a channel, up to the newest message. */
  markRead(channel: ChatChannelName): void {
    const part = this.part(channel);
    const last = part?.messages.at(-1)?.number ?? 0;
    if (!part || last <= part.read) return;
    this.put({ ...part, read: last });
    if (this.around.me() === undefined) return;
    clearTimeout(this.marking);
    this.marking = setTimeout(() => {
      // Without the mark the messages count as unread on the next visit.
      this.api.markRead(this.around.table, this.around.invite(), channel, last).catch(() => undefined);
    }, markDelay);
  }

  private part(channel: ChatChannelName): ChatPart | undefined {
    return this.parts.find((part) => part.channel === channel);
  }

  private put(changed: ChatPart): void {
    this.parts = this.parts.map((part) => (part.channel === changed.channel ? changed : part));
  }

  private add(part: ChatPart, news: ChatUpdate): void {
    const me = this.around.me();
    const known = part.messages.at(-1)?.number ?? 0;
    this.put({
      ...part,
      rev: Math.max(part.rev, news.rev),
      slow: news.rev >= part.rev ? news.slow : part.slow,
      messages: merged(part.messages, news.messages),
      reactions: mergedReactions(part.reactions, news.reactions),
    });
    for (const message of news.messages)
      if (message.number > known && message.from.id !== me && !message.deleted) this.around.arrived(message);
  }

  /** Loads, one request after the other. A call during a request makes another one afterwards. */
  private async load(what: 'changes' | 'all'): Promise<void> {
    if (this.loading) {
      this.again = what === 'all' ? 'all' : (this.again ?? what);
      return;
    }
    this.loading = true;
    try {
      if (what === 'all') await this.loadAll();
      else for (const part of this.parts) await this.loadChanges(part);
      this.failure = null;
      this.loaded = true;
    } catch (error) {
      this.failure = codeOf(error);
    } finally {
      this.loading = false;
    }
    const { again } = this;
    this.again = undefined;
    if (again && !this.failure) await this.load(again);
  }

  private async loadAll(): Promise<void> {
    const parts = await this.api.chat(this.around.table, this.around.invite());
    this.parts = parts.map((part) => ({ ...part, read: Math.max(part.read, this.part(part.channel)?.read ?? 0) }));
  }

  private async loadChanges({ channel, rev }: ChatPart): Promise<void> {
    const [news] = await this.api.chat(this.around.table, this.around.invite(), { channel, since: rev });
    const part = this.part(channel);
    if (!news || !part) {
      this.parts = this.parts.filter((one) => one.channel !== channel);
      return;
    }
    const read = Math.max(part.read, news.read);
    if (news.whole) this.put({ ...news, read });
    else {
      const { write, own } = news;
      this.put({ ...part, write, own, read });
      this.add({ ...part, write, own, read }, { ...news, since: rev });
    }
  }
}

/** Merges messages by number. Of two copies, the newer one counts. */
function merged(before: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  if (more.length === 0) return [...before];
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it lives in this call
  const all = new Map(before.map((message) => [message.number, message]));
  for (const message of more) {
    const known = all.get(message.number);
    if (!known || known.changed <= message.changed) all.set(message.number, message);
  }
  return [...all.values()].sort((a, b) => a.number - b.number);
}

function mergedReactions(before: readonly ChatReaction[], more: readonly ChatReaction[]): ChatReaction[] {
  if (more.length === 0) return [...before];
  const key = (one: ChatReaction): string => `${one.seq} ${one.from.id}`;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it lives in this call
  const all = new Map(before.map((one) => [key(one), one]));
  for (const one of more) if ((all.get(key(one))?.changed ?? 0) <= one.changed) all.set(key(one), one);
  return [...all.values()].filter(({ glyph }) => glyph !== '');
}
