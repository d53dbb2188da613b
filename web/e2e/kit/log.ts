import type { Person } from './person';

/** An entry of a table's log, as far as tests look at it. */
interface Entry {
  seq: number;
  kind: 'start' | 'move' | 'frame';
  seat: number;
  actor: string;
}

/** The whole log of a table, as a person may see it. */
export async function logOf(person: Person, server: string, table: string): Promise<Entry[]> {
  const list: Entry[] = [];
  for (let more = true; more;) {
    const since = list.at(-1)?.seq ?? 0;
    const page = (await person.asks(server, `/tables/${table}/log?since=${since}`)) as {
      entries: Entry[];
      more: boolean;
    };
    list.push(...page.entries);
    more = page.more;
  }
  return list;
}

/** How many moves a seat has made, by the log; throws where the log has a hole or a seq twice. */
export async function movesOf(person: Person, server: string, table: string, seat: number): Promise<number> {
  const list = await logOf(person, server, table);
  list.forEach(({ seq }, i) => {
    if (seq !== i + 1) throw new Error(`entry ${i + 1} of the log has seq ${seq}`);
  });
  return list.filter((entry) => entry.kind === 'move' && entry.seat === seat).length;
}
