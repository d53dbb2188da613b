// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { chatApi } from '../../lib/net/chat-api';
import { peopleApi } from '../../lib/net/people-api';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import { followChat } from './follow-chat.svelte';

it.each(['block', 'unblock'] as const)(
  'loads the messages anew after the %s of a person in another tab',
  async (act) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
    const load = vi.spyOn(chatApi, 'chat').mockResolvedValue([]);
    const model = { connection: { is: 'reconnecting' } } as unknown as TableModel;
    let chat: ReturnType<typeof followChat> | undefined;
    const end = $effect.root(() => {
      chat = followChat('t1', model, () => false);
    });
    flushSync();
    await chat?.start();
    expect(load).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(chat?.ready?.model.loaded).toBe(true));

    // The event reaches all tabs but the one that stores the value.
    const store = vi.spyOn(Storage.prototype, 'setItem');
    await peopleApi[act]('ben');
    for (const [key] of store.mock.calls) dispatchEvent(new StorageEvent('storage', { key }));
    expect(load).toHaveBeenCalledTimes(2);
    end();
  },
);
