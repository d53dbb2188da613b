import type { Page } from 'playwright-core';
import type { Person } from './person';
import { until } from './until';

/** An entry of a table's log, with the members that tests use. */
interface Entry<Event> {
  seq: number;
  kind: 'start' | 'move' | 'frame';
  seat: number;
  actor: string;
  events: Event[];
}

/** Returns all entries of a table that a person may see, by REST. */
export async function logOf<Event = unknown>(person: Person, server: string, table: string): Promise<Entry<Event>[]> {
  const api = await person.api(server);
  const list: Entry<Event>[] = [];
  for (let more = true; more;) {
    const since = list.at(-1)?.seq ?? 0;
    const page = await api.get<{ entries: Entry<Event>[]; more: boolean }>(`/tables/${table}/log?since=${since}`);
    list.push(...page.entries);
    more = page.more;
  }
  return list;
}

/** Returns the number of moves of a seat in the log. Throws if the log has a gap or a repeated seq. */
export async function movesOf(person: Person, server: string, table: string, seat: number): Promise<number> {
  const list = await logOf(person, server, table);
  list.forEach(({ seq }, i) => {
    if (seq !== i + 1) throw new Error(`entry ${i + 1} of the log has seq ${seq}`);
  });
  return list.filter((entry) => entry.kind === 'move' && entry.seat === seat).length;
}

/** Waits until every page has received and painted the last entry of the log. */
export async function untilCurrent(people: readonly Person[], server: string, table: string): Promise<void> {
  await untilReceived(people, server, table);
  await Promise.all(people.map(({ page }) => untilPainted(page)));
}

/** Waits until every page has received the last entry of the log. The pages do nothing for it. */
export async function untilReceived(people: readonly Person[], server: string, table: string): Promise<void> {
  const [player] = people;
  if (!player) return;
  const seq = (await logOf(player, server, table)).length;
  for (const person of people) await until(`${person.name} has received entry ${seq}`, () => person.newest.seq === seq);
}

/** Waits until the page has processed its messages and drawn all of its parts: some frames in a row that change nothing in the document. */
export function untilPainted(page: Page): Promise<unknown> {
  return page.evaluate(
    (wanted) =>
      new Promise<void>((drawn) => {
        let quiet = 0;
        const changes = new MutationObserver(() => (quiet = 0));
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const frame = (): void => {
          if (quiet++ < wanted) requestAnimationFrame(frame);
          else {
            changes.disconnect();
            drawn();
          }
        };
        requestAnimationFrame(frame);
      }),
    quietFrames,
  );
}

/** A page draws its parts one after the other, each after a frame. After so many frames without a change it is complete. */
const quietFrames = 5;
