import { getContext, setContext } from 'svelte';
import type { ChatMessage } from '../wire/chat';
import type { JsonObject } from '../wire/narrow';
import type * as code from './index';

/** The code of the chat, which is loaded after the board was drawn. */
export type ChatCode = typeof code;

/** The chat of a table page. Its code is loaded on demand, so all members are missing at first. */
export class TableChat {
  /** The code and the model, once they are loaded. */
  ready: { code: ChatCode; model: InstanceType<ChatCode['ChatModel']> } | null = $state.raw(null);
  /** The tab that the reader chose. It stays when the window changes its shape. */
  tab: 'log' | 'chat' = $state('log');
  private starting: Promise<void> | undefined;

  constructor(
    private readonly around: {
      table: string;
      invite(): string | undefined;
      me(): string | undefined;
      arrived(message: ChatMessage): void;
    },
    private readonly load: () => Promise<ChatCode> = () => import('./index'),
  ) {}

  get unread(): number {
    return this.ready?.model.unread ?? 0;
  }

  /** Loads the code and the messages. A failed load is tried again by the next call. */
  start(): Promise<void> {
    this.starting ??= this.load().then(
      (code) => {
        this.ready ??= { code, model: new code.ChatModel(this.around) };
        void this.ready.model.reload();
      },
      (error: unknown) => {
        this.starting = undefined;
        throw error;
      },
    );
    return this.starting;
  }

  /** Handles a message of the socket. Without the code it may be dropped, because the model loads the messages itself. */
  receive(content: JsonObject): void {
    this.ready?.model.receive(content);
  }
}

const key = Symbol('chat');

/** Provides the chat of a table to the components below; undefined: they have none. */
export function provideChat(chat: TableChat | undefined): void {
  setContext(key, chat);
}

/** The chat of the surrounding table; undefined outside of a table page. */
export function useChat(): TableChat | undefined {
  return getContext<TableChat | undefined>(key);
}
