// Plays a game on a running server and prints it as one seat sees it. Each update holds only the changed members of the view.
import { openTable } from './table.mjs';

/** `choose` returns the move of a seat, given its decision, its view, the seat and the table. */
export async function recordGame(base, title, count, choose, options) {
  const table = await openTable(base, title, count, options);
  const views = new Map();
  for (let open = true; open;) {
    const seen = await table.view(0);
    views.set(seen.seq, seen.view);
    open = seen.decisions.length > 0;
    if (!open) break;
    const { seat } = seen.decisions[0];
    const asked = await table.view(seat);
    const own = asked.decisions.find((one) => one.seat === seat);
    await table.act(seat, own, await choose(own, asked.view, seat, table));
  }
  let before = {};
  const updates = (await table.log()).map(({ seq, events }) => {
    const view = views.get(seq);
    const set = Object.fromEntries(
      Object.entries(view).filter(([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value)),
    );
    const gone = Object.keys(before).filter((key) => !(key in view));
    before = view;
    return { seq, events, set, ...(gone.length > 0 ? { gone } : {}) };
  });
  console.log(
    `{"me":0,"seats":${JSON.stringify(table.seats)},"updates":[\n${updates.map((one) => JSON.stringify(one)).join(',\n')}\n]}`,
  );
}
