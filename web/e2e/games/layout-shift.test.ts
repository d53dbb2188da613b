import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { phone, results, test } from '../kit/fixture';
import { noteShifts, takeShifts } from '../kit/layout-shift';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import { Random } from '../kit/random';

/**
 * The largest layout shift by a move of somebody else. Own moves are only reported: a reader who has just pressed a button gets other choices in its
 * place, and browsers do not count shifts after an input.
 */
const most = 0.02;

/** The players of the fullest table of a title, and the number of moves that are watched. */
const tables = [
  { title: 'meduris', seats: 4, moves: 12 },
  { title: 'druids', seats: 5, moves: 12 },
  { title: 'pangea', seats: 5, moves: 12 },
];

describe('nothing jumps when the others play', () => {
  for (const { title, seats, moves } of tables) {
    test(`${title} with ${seats} players`, async ({ fixture, annotate }) => {
      const desk = await fixture.person('Ada', { viewport: { width: 1440, height: 900 } });
      const mobile = await fixture.person('Benedict', phone);
      const others = ['Cleo', 'Dirk-Jan', 'Eve'].slice(0, seats - 2);
      const all = [desk, mobile, ...(await Promise.all(others.map((name) => fixture.person(name))))];
      const watched = [desk, mobile];
      for (const person of watched) await noteShifts(person);
      const table = await startTable(fixture.url, all, { title });
      await openPages(fixture.url, watched, table);
      await untilCurrent(watched, fixture.url, table.id);
      for (const { page } of watched) {
        // The table was started by REST. In a game of pages, the pages are devices of their seats from the start.
        await page.getByTestId('confirm-device').click();
        await page.getByTestId('device-note').waitFor({ state: 'detached' });
        await page.evaluate(() => document.fonts.ready);
        await takeShifts(page);
      }
      const random = new Random(77);
      const largest = new Map<string, number>();
      const problems: string[] = [];
      for (let made = 1; made <= (long ? 1_000 : moves); made++) {
        // Nobody touches the pages, so every shift comes from the server's messages.
        const counts = await playByApi(fixture.url, all, table.id, random, (done) => done >= 1);
        if (counts.every((count) => count === 0)) break;
        await untilCurrent(watched, fixture.url, table.id);
        if ((await desk.page.getByTestId('result').count()) > 0) break;
        for (const [seat, { page, name }] of watched.entries()) {
          const own = (counts[seat] ?? 0) > 0;
          const shifts = await takeShifts(page);
          const sum = shifts.reduce((total, { value }) => total + value, 0);
          const kind = `${name}, ${own ? 'own moves' : 'moves of others'}`;
          largest.set(kind, Math.max(largest.get(kind) ?? 0, sum));
          if (!own && sum >= most)
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
      // A few moves may all be those of others.
      expect(largest.size, 'own moves and those of others at a desk and on a phone').toBeGreaterThanOrEqual(
        long ? 4 : 2,
      );
    });
  }
});
