// Plays games on a running server and writes recorded states to files. Each state is recorded as the deciding seat sees it. The first state
// with the best rating is kept.
import { writeFileSync } from 'node:fs';
import { openTable } from './table.mjs';

/**
 * `wanted` maps a name to a rating function; 0 means no match. `keyOf` returns the file name for a player count and a name. `choose`
 * returns a move for a decision kind, its moves and the view.
 */
export async function recordStates(base, folder, title, counts, { wanted, keyOf, choose }) {
  const kept = new Map();
  const consider = (count, seen, seat, seats) => {
    const decision = seen.decisions.find((one) => one.seat === seat);
    const state = { kind: decision?.kind ?? 'over', decision, view: seen.view };
    for (const [name, worth] of Object.entries(wanted)) {
      const key = keyOf(count, name);
      const now = worth(state);
      if (now <= (kept.get(key)?.now ?? 0)) continue;
      kept.set(key, { now, fixture: { me: seat, seats, view: seen.view, decisions: seen.decisions } });
    }
  };
  for (const count of counts) {
    const table = await openTable(base, title, count);
    for (let turnOf = 0; ;) {
      const seen = await table.view(turnOf);
      const decision = seen.decisions[0];
      if (!decision) {
        consider(count, seen, 0, table.seats);
        break;
      }
      if (decision.seat !== turnOf) {
        turnOf = decision.seat;
        continue;
      }
      consider(count, seen, turnOf, table.seats);
      await table.act(turnOf, decision, choose(decision.kind, decision.moves, seen.view));
    }
  }
  for (const [name, { fixture }] of kept) writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(fixture)}\n`);
}
