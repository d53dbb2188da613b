import { openEventStream } from '../net/event-stream';
import { socketAddress } from '../net/table-address';
import type { EntryChange } from '../animation/step';
import type { EventPlace } from '../animation/ending';
import { MessageReader } from '../wire/message';

/**
 * Reads the events from one on to the entry `last` as one change, with the view after each of them. The server remembers the newest
 * entries; null: it does not remember these, or cannot be reached.
 */
export function readPast(
  table: string,
  invite: string | undefined,
  from: EventPlace,
  last: number,
): Promise<EntryChange | null> {
  // The first update has the whole view, and the next one the first views between events.
  const url = socketAddress(table, invite, `steps=1&since=${Math.max(0, from.seq - 2)}`);
  const reader = new MessageReader();
  return new Promise((resolve) => {
    const changes: EntryChange[] = [];
    let before: EntryChange['before'] | undefined;
    const end = (change: EntryChange | null): void => {
      stream.close();
      resolve(change);
    };
    const stream = openEventStream(
      url,
      {
        onOpen: () => undefined,
        onClose: () => end(null),
        onMessage: (data) => {
          const message = reader.read(data);
          if (message?.t === 'snapshot') end(null);
          if (message?.t !== 'update') return;
          const { seq, events, views, view } = message;
          const after = view?.members ?? {};
          if (before && seq >= from.seq) changes.push({ seq, events, views, before, after });
          before = after;
          if (seq >= last) end(joined(changes, from));
        },
      },
      { poll: undefined },
    );
  });
}

/** Joins entries to one change that begins with an event. A replay has no seq. */
function joined(changes: readonly EntryChange[], from: EventPlace): EntryChange | null {
  const [first] = changes;
  const newest = changes.at(-1);
  if (first?.seq !== from.seq || !newest) return null;
  const [events, views] = [changes.flatMap((one) => one.events), changes.flatMap((one) => one.views)];
  if (views.length !== events.length) return null;
  return {
    seq: 0,
    events: events.slice(from.index),
    views: views.slice(from.index),
    before: views[from.index - 1] ?? first.before,
    after: newest.after,
  };
}
