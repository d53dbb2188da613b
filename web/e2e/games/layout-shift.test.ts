import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openPages, playByApi } from '../kit/api';
import { desk, phone, results, test } from '../kit/fixture';
import { untilFonts } from '../kit/fonts';
import { confirmDevice, startFullTable } from '../kit/full-table';
import { noteShifts, takeShifts } from '../kit/layout-shift';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import { Random } from '../kit/random';

/** The largest layout shift by a move of somebody else. */
const most = 0.02;
/** The largest layout shift by an own move, or by one that asks the reader something. Other choices come in the place of the old ones. Long ones move the aids down. */
const mostByOwn = 0.15;

/** The number of moves that are watched. */
const tables = [
  { title: 'meduris', moves: 30 },
  { title: 'druids', moves: 24 },
  { title: 'pangea', moves: 30 },
] as const;

describe('nothing jumps when the others play', () => {
  for (const { title, moves } of tables) {
    test(`a full table of ${title}`, async ({ fixture, annotate }) => {
      const { all, watched, table } = await startFullTable(fixture, title, [desk, phone]);
      for (const person of watched) await noteShifts(person);
      await openPages(fixture.url, watched, table);
      await untilCurrent(watched, fixture.url, table.id);
      for (const person of watched) {
        await confirmDevice(person);
        await untilFonts(person.page);
        for (const part of await person.page.locator('.table > *').all())
          expect(await part.evaluate((one) => getComputedStyle(one).fontFamily)).toMatch(/Inter Variable|Cinzel/);
        await takeShifts(person.page);
      }
      const random = new Random(77);
      const largest = new Map<string, number>();
      const problems: string[] = [];
      const asked: (string | null)[] = [];
      for (let made = 1; made <= (long ? 1_000 : moves); made++) {
        // Nobody touches the pages, so every shift comes from the server's messages.
        const counts = await playByApi(fixture.url, all, table.id, random, (done) => done >= 1);
        if (counts.every((count) => count === 0)) break;
        await untilCurrent(watched, fixture.url, table.id);
        if ((await watched[0].page.getByTestId('result').count()) > 0) break;
        for (const [seat, { page, name }] of watched.entries()) {
          const before = asked[seat];
          const decision = await page.locator('.prompt').getAttribute('data-decision');
          asked[seat] = decision;
          const own = (counts[seat] ?? 0) > 0 || (decision !== null && decision !== before);
          const shifts = await takeShifts(page);
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          const kind = `${name}, ${own ? 'own moves and questions' : 'moves of others'}`;
          largest.set(kind, Math.max(largest.get(kind) ?? 0, sum));
          if (sum >= (own ? mostByOwn : most))
            problems.push(
              `${name}, move ${made}: ${sum.toFixed(4)}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`,
            );
        }
      }
      await annotate(`${title}: largest shifts ${JSON.stringify([...largest])}`);
      expect(problems).toEqual([]);
      if (process.env.PICTURES) {
        mkdirSync(results, { recursive: true });
        for (const { page, name } of watched)
          await page.screenshot({ path: join(results, `shift ${title} ${name}.png`) });
      }
      expect(largest.size, 'own moves and those of others at a desk and on a phone').toBe(4);
    });
  }
});
