import { describe, expect } from 'vitest';
import { openPages, playByApi } from '../kit/api';
import { desk, phone, test } from '../kit/fixture';
import { startFullTable } from '../kit/full-table';
import { untilCurrent } from '../kit/log';
import { Random } from '../kit/random';
import type { Person } from '../kit/person';
import { until } from '../kit/until';

/** The largest number of nodes of a table page: elements, texts and comments. The recap of missed moves comes on top, until it is closed. */
const most = 4_000;
const mostOfRecap = 1_000;

/** The numbers of moves after which the page is measured. */
const tables = [
  { title: 'meduris', after: [24, 80] },
  { title: 'druids', after: [16, 60] },
  { title: 'pangea', after: [60, 120] },
] as const;

describe('the page of a full table in the middle of a game is small', () => {
  for (const { title, after } of tables) {
    test(`a full table of ${title}`, async ({ fixture, annotate }) => {
      const { all, watched, table } = await startFullTable(fixture, title, [desk, phone]);
      const random = new Random(19);
      const counts: Record<string, Record<string, number>> = {};
      for (const [i, moves] of after.entries()) {
        await playByApi(fixture.url, all, table.id, random, (done) => done >= moves - (after[i - 1] ?? 0));
        await openPages(fixture.url, watched, table);
        await untilCurrent(watched, fixture.url, table.id);
        for (const { page, name } of watched) {
          const ground = page.locator('section.board img.still');
          await until('the picture of the ground is drawn', () =>
            ground.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
          );
          counts[`${name} after ${moves}`] = await page.evaluate(() => {
            const count = (root: Node | null): number => {
              if (!root) return 0;
              const walker = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
              let nodes = 1;
              while (walker.nextNode()) nodes++;
              return nodes;
            };
            return {
              all: count(document),
              board: count(document.querySelector('section.board')),
              column: count(document.querySelector('.column')),
              log: count(document.querySelector('.column .log')),
              recap: count(document.querySelector('.recap')),
            };
          });
        }
      }
      await annotate(`${title}: ${JSON.stringify(counts)}`);
      await expectLogOnScroll(watched[0]);
      for (const [where, { all = 0, recap = 0 }] of Object.entries(counts)) {
        expect.soft(all - recap, `nodes of ${where}`).toBeLessThan(most);
        expect.soft(recap, `nodes of the recap of ${where}`).toBeLessThan(mostOfRecap);
      }
    });
  }
});

/** Expects the log to draw earlier entries as the reader scrolls up, and to keep the visible ones where they are. */
async function expectLogOnScroll({ page }: Person): Promise<void> {
  const box = page.locator('.column .log .box');
  const entries = page.getByTestId('log-entry');
  const before = await entries.count();
  const oldest = await entries.first().elementHandle();
  await until('the log is at its end, with more above', () =>
    box.evaluate((it) => it.scrollTop > 200 && it.scrollHeight - it.scrollTop - it.clientHeight < 2),
  );
  const top = (): Promise<number> =>
    box.evaluate(
      (it, entry) => (entry as Element).getBoundingClientRect().top - it.getBoundingClientRect().top,
      oldest,
    );
  await box.evaluate((it) => it.scrollTo({ top: 100 }));
  const shift = -100;
  await until('earlier entries are drawn', async () => (await entries.count()) > before);
  await until('the visible entries are where they were', async () => Math.abs((await top()) - shift) < 60);
}
