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

/** A game in which something happens: cards are gathered, spirits summoned, and the middle is not hurried to. */
function choose(kind, moves, view) {
  const pick = (list) => list[Math.floor(chance() * list.length)];
  if (kind === 'turn') {
    const bold = moves.filter(({ do: what }) => what !== 'roll');
    return bold.length > 0 && chance() < 0.3 ? pick(bold) : moves[0];
  }
  if (kind === 'go') {
    const gate = moves.filter(({ stone }) => view.stones[stone] === 'pentagram');
    const other = moves.filter(({ stone }) => view.stones[stone] !== 'pentagram');
    const good = other.filter(({ stone }) => view.stones[stone] !== 'empty');
    if (gate.length > 0 && view.turn.round > 7 && chance() < 0.7) return pick(gate);
    return pick(good.length > 0 && chance() < 0.8 ? good : other.length > 0 ? other : moves);
  }
  if (kind === 'landing') {
    const summons = moves.filter(({ do: what }) => what === 'summon' || what === 'take' || what === 'draw');
    return pick(summons.length > 0 ? summons : moves);
  }
  if (kind === 'vote_card') return moves.length > 1 ? pick(moves.slice(1)) : moves[0];
  return pick(moves);
}

/** The states worth looking at: how good a state is for each, 0 where it is none. */
const wanted = {
  place: ({ kind }) => (kind === 'place' ? 1 : 0),
  turn: ({ kind, decision, view }) => (kind === 'turn' ? view.hand.length + 2 * decision.moves.length : 0),
  magic: ({ kind, decision }) => (kind === 'magic' ? decision.moves.length : 0),
  use: ({ kind, decision }) => (kind === 'use' ? decision.moves.length : 0),
  go: ({ kind, decision }) =>
    kind === 'go' ? Math.max(...decision.moves.map(({ path }) => path.length)) * 3 + decision.moves.length : 0,
  put: ({ kind, decision }) => (kind === 'put' ? 10 - decision.moves.length : 0),
  landing: ({ kind, decision }) => (kind === 'landing' ? new Set(decision.moves.map((move) => move.do)).size : 0),
  rob: ({ kind }) => (kind === 'rob' ? 1 : 0),
  give: ({ kind, view }) => (kind === 'give' ? view.hand.length : 0),
  vote: ({ kind, decision, view }) => (kind === 'vote' ? decision.moves.length + view.vote.sun + view.vote.moon : 0),
  'vote-cards': ({ kind, decision }) => (kind === 'vote_card' ? decision.moves.length : 0),
  'second-vote': ({ kind, view }) => (kind === 'vote' && view.vote.round === 2 ? 1 : 0),
  over: ({ kind, view }) => (kind === 'over' ? view.figures.filter(({ at }) => at !== 'spirits').length : 0),
};
const kept = new Map();

function consider(count, seen, seat, seats) {
  const decision = seen.decisions.find((one) => one.seat === seat);
  const state = { kind: decision?.kind ?? 'over', decision, view: seen.view };
  for (const [name, worth] of Object.entries(wanted)) {
    const key = name === 'turn' || name === 'use' || name === 'over' ? `${count}-${name}` : name;
    const now = worth(state);
    if (now <= (kept.get(key)?.now ?? 0)) continue;
    kept.set(key, { now, fixture: { me: seat, seats, view: seen.view, decisions: seen.decisions } });
  }
}

async function play(count) {
  const players = [];
  for (const name of names.slice(0, count)) players.push(await ask(null, 'POST', '/players', { name }));
  const opened = await ask(players[0].token, 'POST', '/tables', { title: 'druids', seats: count });
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

for (const count of [2, 3, 4, 5, 4, 3, 2, 4]) await play(count);
for (const [name, { fixture }] of kept) writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(fixture)}\n`);
