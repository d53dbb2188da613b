/** Names as long as the server allows: of words, of one word, and from right to left. */
export const names = ['Wilhelmina-Christina van der Sch', 'W'.repeat(32), 'שרה בת־חיים <b>וחברים</b>'];

/** A reason of many words. */
export const longReason = 'because of this '.repeat(15).trim();

/** Sends a request in a person's name: a POST with the body, or a GET without one. */
type Send = (path: string, body?: object) => Promise<unknown>;

/** Makes a person. */
async function register(url: string, name: string): Promise<Send> {
  let cookie = '';
  const send: Send = async (path, body) => {
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = { 'Content-Type': 'application/json', cookie };
    const response = await fetch(`${url}/api/v1${path}`, { ...post, headers });
    cookie ||= response.headers.get('set-cookie')?.split(';')[0] ?? '';
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
  await send('/players', { name });
  return send;
}

/** Makes people at a table of each title, of which two messages of one are reported. Returns the table with them, and the people. */
export async function busyTables(url: string): Promise<{ table: string; people: Send[] }> {
  const people = await Promise.all(names.map((name) => register(url, name)));
  let table = '';
  for (const [i, title] of ['meduris', 'druids', 'pangea'].entries()) {
    const made = await people[i]?.('/tables', { title, seats: 4, visibility: i ? 'public' : 'private' });
    const { id, invite } = (made as { table: { id: string; invite: string } }).table;
    table = id;
    for (const [j, other] of people.entries())
      if (j !== i) await other(`/tables/${id}/seats`, { seat: j < i ? j + 1 : j, invite });
    await people[i]?.(`/tables/${id}/bots`, { level: 'medium', seat: 3 });
  }
  for (const text of [`<b>${'long '.repeat(20)}`, 'W'.repeat(120)])
    await people[0]?.(`/tables/${table}/chat`, { id: crypto.randomUUID(), text });
  for (const number of [1, 2])
    await people[1]?.(`/tables/${table}/chat/players-${number}/reports`, { reason: longReason });
  return { table, people };
}
