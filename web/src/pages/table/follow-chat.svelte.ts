import { untrack } from 'svelte';
import { me } from '../../lib/account/me.svelte.ts';
import { announcer } from '../../lib/app/announcer.svelte.ts';
import { settings } from '../../lib/app/settings.svelte.ts';
import { TableChat } from '../../lib/chat/table-chat.svelte';
import { spoken, t } from '../../lib/i18n/translate';
import { onBlockElsewhere } from '../../lib/net/block-news';
import type { TableModel } from '../../lib/table/table-model.svelte.ts';
import { later } from '../../lib/ui/later';

/** The time in milliseconds after which channels are loaded again for another viewer. A reader who was removed loses the connection meanwhile. */
const sideDelay = 300;

/**
 * The chat of a table, which follows its reader's seat, the table's state and the connection. It starts when `wanted` returns true. Call it while a
 * component is created.
 */
export function followChat(table: string, model: TableModel, wanted: () => boolean): TableChat {
  const chat = new TableChat({
    table,
    invite: () => model.invite,
    me: () => me.player?.id,
    arrived: ({ from, text, phrase }) => {
      if (!settings.chatNews) return;
      const said = chat.ready?.code.isPhrase(phrase) ? t(`chat.phrase.${phrase}`) : text;
      announcer.announce(spoken('chat.said', { name: from.name || t('name.nobody'), text: said }));
    },
  });
  // Without the code, the tab of the chat loads it.
  const starts = $derived(wanted());
  $effect(() => (starts ? later('labels', () => void chat.start().catch(() => undefined)) : undefined));
  // Other channels may be open to another viewer, and after the start or the end.
  let lastSide: string | undefined;
  $effect(() => {
    const side = model.table && `${me.player?.id} ${model.me} ${model.table.state}`;
    if (!side) return;
    if (lastSide !== undefined && side !== lastSide)
      setTimeout(() => model.connection.is === 'online' && void chat.ready?.model.reload(), sideDelay);
    lastSide = side;
  });
  const online = $derived(model.connection.is === 'online');
  $effect(() => {
    if (online) void untrack(() => chat.ready?.model.refresh());
  });
  $effect(() => onBlockElsewhere(() => void chat.ready?.model.reload()));
  return chat;
}
