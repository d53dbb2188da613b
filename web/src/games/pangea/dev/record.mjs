// Plays games on a running server and writes down states worth looking at, each as the seat sees it that is asked:
//   node record.mjs http://localhost:8080 fixtures
// A state is kept the first time one as good as it comes by.
import { writeFileSync } from 'node:fs';

const [base = 'http://localhost:8080', folder = 'fixtures'] = process.argv.slice(2);
const names = ['Maren', 'Tobias', 'Ilse', 'Kofi', 'Wietske'];
let seed = 11;

function chance() {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

async function ask(token, method, path, body) {
  const answer = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: body && JSON.stringify(body),
  });
  const said = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}

/** A game that gets somewhere: amulets are bought and carried home, and the rest happens as it falls. */
function choose(kind, moves, view) {
  const pick = (list) => list[Math.floor(chance() * list.length)];
  const buys = moves.filter((move) => move.do === 'buy');
  if (buys.length > 0) return pick(buys);
  if (kind === 'movement') {
    const mine = view.peoples.find(({ seat }) => seat === view.turn.seat);
    const home = moves.filter((move) => {
      const tribe = mine.tribes.find(({ id }) => id === move.tribe);
      if (!tribe) return false;
      return tribe.carries ? move.to === mine.tower : !tribe.atHome && view.tiles[move.to].landscape === tribe.home;
    });
    return home.length > 0 ? pick(home) : chance() < 0.5 ? moves.at(-1) : pick(moves);
  }
  if (kind === 'magic') {
    const founds = moves.filter((move) => move.do === 'found');
    return founds.length > 0 && chance() < 0.4 ? pick(founds) : pick(moves.slice(0, -1));
  }
  return pick(moves);
}

/** The states worth looking at: how good a state is for each, 0 where it is none. */
const stood = (view) => view.peoples.reduce((sum, { tribes }) => sum + tribes.length, 0);
const wanted = {
  place: ({ kind }) => (kind === 'place_tower' ? 1 : 0),
  magic: ({ kind, view }) => (kind === 'magic' ? view.turn.actions * 10 + stood(view) : 0),
  movement: ({ kind, view }) => (kind === 'movement' ? stood(view) : 0),
  buying: ({ kind, decision }) => (kind === 'buying' ? decision.moves.length : 0),
  spell: ({ kind, view }) => (kind === 'spell' ? view.peoples.filter(({ spell }) => spell >= 0).length + 1 : 0),
  last: ({ view }) => (view.lastRound ? 1 : 0),
  over: ({ kind, view }) => (kind === 'over' ? stood(view) : 0),
};
const kept = new Map();

function consider(count, seen, seat, seats) {
  const decision = seen.decisions.find((one) => one.seat === seat);
  const state = { kind: decision?.kind ?? 'over', decision, view: seen.view };
  for (const [name, worth] of Object.entries(wanted)) {
    const key = `${count}-${name}`;
    const now = worth(state);
    if (now <= (kept.get(key)?.now ?? 0)) continue;
    kept.set(key, { now, fixture: { me: seat, seats, view: seen.view, decisions: seen.decisions } });
  }
}

async function play(count) {
  const players = [];
  for (const name of names.slice(0, count)) players.push(await ask(null, 'POST', '/players', { name }));
  const opened = await ask(players[0].token, 'POST', '/tables', { title: 'pangea', seats: count });
  const path = `/tables/${opened.table.id}`;
  for (const { token } of players.slice(1)) await ask(token, 'POST', `${path}/seats`, { invite: opened.table.invite });
  await ask(players[0].token, 'POST', `${path}/start`, {});
  const got = await ask(players[0].token, 'GET', path);
  const seats = (got.table ?? got).seats.map(({ seat, color, player }) => ({
    seat,
    color,
    player: { id: '', name: player.name },
  }));
  let turnOf = 0;
  for (;;) {
    const seen = await ask(players[turnOf].token, 'GET', `${path}/view`);
    const decision = seen.decisions[0];
    if (!decision) return consider(count, seen, 0, seats);
    if (decision.seat !== turnOf) {
      turnOf = decision.seat;
      continue;
    }
    consider(count, seen, turnOf, seats);
    await ask(players[turnOf].token, 'POST', `${path}/commands`, {
      id: crypto.randomUUID(),
      decision: decision.id,
      move: choose(decision.kind, decision.moves, seen.view),
    });
  }
}

for (const count of [2, 4, 5]) await play(count);
for (const [name, { fixture }] of kept) writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(fixture)}\n`);
