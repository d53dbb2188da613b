// Code shared by the recorders of all titles: a table on a running server with players who choose at random.

const names = ['Maren', 'Tobias', 'Ilse', 'Kofi', 'Wietske'];

/** A seeded random number generator, so that the players are repeatable. The server's dice are not. */
export function seededRandom(seed) {
  const chance = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  return { chance, pick: (list) => list[Math.floor(chance() * list.length)] };
}

/** Sends a request; throws if the response is not a success. */
export async function ask(base, token, method, path, body) {
  const answer = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body && JSON.stringify(body),
  });
  const result = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(result)}`);
  return result;
}

/**
 * Starts a table with new players. Returns functions to read the view of a seat (`view`), send a move (`act`) and post to any path below
 * the table (`ask`). Also returns the log, and the seats without player ids.
 */
export async function openTable(base, title, count, options = {}) {
  const players = [];
  for (const name of names.slice(0, count)) players.push(await ask(base, null, 'POST', '/players', { name }));
  const of = (seat) => players[seat].token;
  const opened = await ask(base, of(0), 'POST', '/tables', { title, seats: count, options });
  const path = `/tables/${opened.table.id}`;
  for (const { token } of players.slice(1))
    await ask(base, token, 'POST', `${path}/seats`, { invite: opened.table.invite });
  await ask(base, of(0), 'POST', `${path}/start`, {});
  const got = await ask(base, of(0), 'GET', path);
  const seats = (got.table ?? got).seats.map(({ seat, color, player }) => ({
    seat,
    color,
    player: { id: '', name: player.name },
  }));
  return {
    seats,
    ask: (seat, below, body) => ask(base, of(seat), 'POST', `${path}/${below}`, body),
    view: (seat) => ask(base, of(seat), 'GET', `${path}/view?effects=1`),
    act: (seat, decision, move) =>
      ask(base, of(seat), 'POST', `${path}/commands`, { id: crypto.randomUUID(), decision: decision.id, move }),
    async log() {
      const entries = [];
      for (let more = true; more;) {
        const page = await ask(base, of(0), 'GET', `${path}/log?since=${entries.at(-1)?.seq ?? 0}`);
        entries.push(...page.entries);
        ({ more } = page);
      }
      return entries;
    },
  };
}
