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
 * the table (`ask`). Also returns the updates, and the seats without player ids.
 */
export async function openTable(base, title, count, options = {}) {
  const players = [];
  for (const name of names.slice(0, count)) players.push(await ask(base, null, 'POST', '/players', { name }));
  const of = (seat) => players[seat].token;
  const opened = await ask(base, of(0), 'POST', '/tables', { title, seats: count, options });
  const path = `/tables/${opened.table.id}`;
  for (const { token } of players.slice(1))
    await ask(base, token, 'POST', `${path}/seats`, { invite: opened.table.invite });
  for (const { token } of players) await ask(base, token, 'POST', `${path}/contribution`, { contribution: null });
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
    /** The newest updates of the first seat, with steps. The server remembers about 200. */
    async updates(newest) {
      const { seq: last } = await ask(base, of(0), 'GET', `${path}/view`);
      const answer = await fetch(`${base}/api/v1${path}/events?since=${Math.max(0, last - newest)}&steps=1`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${of(0)}` },
      });
      const updates = [];
      let text = '';
      for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop();
        for (const event of events) {
          const data = /^data: ?(.*)$/m.exec(event)?.[1];
          const message = data ? JSON.parse(data) : {};
          if (message.t === 'update') updates.push(message);
        }
        if (updates.at(-1)?.seq === last) break;
      }
      return updates;
    },
  };
}
