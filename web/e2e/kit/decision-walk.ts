import { playByApi, type StartedTable } from './api';
import { untilCurrent } from './log';
import type { Person } from './person';
import type { Random } from './random';

interface OpenDecisions {
  view: { outcome?: unknown };
  decisions: { seat: number; kind: string }[];
}

/**
 * Plays a whole game by REST, and calls `visit` with every kind of decision that was not seen before, and with the result. The pages of all
 * people show the table then. In between they are empty, so that nothing has to be drawn.
 */
export async function walkGame(
  url: string,
  people: readonly Person[],
  table: StartedTable,
  random: Random,
  visit: (state: string) => Promise<void>,
): Promise<void> {
  const [host] = people;
  if (!host) return;
  const session = await host.api(url);
  const seen = new Set<string>();
  for (;;) {
    const { view, decisions } = await session.get<OpenDecisions>(`/tables/${table.id}/view`);
    const fresh = decisions.map(({ seat, kind }) => `${kind} of seat ${seat}`).filter((state) => !seen.has(state));
    if (fresh.length > 0 || view.outcome !== undefined) {
      for (const state of fresh) seen.add(state);
      for (const { page } of people) {
        await page.goto(url + table.path);
        // A phone hides the sentence of the prompt beside a payment, so the prompt is only attached there.
        await page.locator('.prompt, [data-testid="result"]').first().waitFor({ state: 'attached' });
      }
      await untilCurrent(people, url, table.id);
      await visit(view.outcome === undefined ? fresh.join(', ') : 'result');
      if (view.outcome !== undefined) return;
      for (const { page } of people) await page.goto('about:blank');
    }
    await playByApi(url, people, table.id, random, (moves) => moves >= 1);
  }
}
