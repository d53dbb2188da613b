// Plays a game on a running server and prints it as one seat sees it, with the view after each event.
import { openTable } from './table.mjs';

/** `choose` returns the move of a seat, given its decision, its view, the seat and the table. Without `newest` all entries are recorded. */
export async function recordGame(base, title, count, choose, options, newest = Infinity) {
  const table = await openTable(base, title, count, options);
  for (let open = true; open;) {
    const seen = await table.view(0);
    open = seen.decisions.length > 0;
    if (!open) break;
    const { seat } = seen.decisions[0];
    const asked = await table.view(seat);
    const own = asked.decisions.find((one) => one.seat === seat);
    await table.act(seat, own, await choose(own, asked.view, seat, table));
  }
  const [first, ...rest] = await table.updates(newest);
  const ofView = (patch) => patch.filter(({ path }) => path.startsWith('/view'));
  const updates = rest.map(({ seq, steps, patch }) => ({
    seq,
    steps: steps.map((step) => ({ event: step.event, patch: ofView(step.patch) })),
    patch: ofView(patch),
  }));
  console.log(
    `{"me":0,"seats":${JSON.stringify(table.seats)},"first":${JSON.stringify({ seq: first.seq, events: first.events, view: first.view })},"updates":[\n${updates.map((one) => JSON.stringify(one)).join(',\n')}\n]}`,
  );
}
