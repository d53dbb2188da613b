import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { phone, test } from '../kit/fixture';
import { untilCurrent } from '../kit/log';
import { Random } from '../kit/random';
import { noteTouched, takeTouched } from '../kit/touched';

/** These are the bounds of the elements that one update adds, removes or changes, and of those of half of the updates. A page has 800 to 1,200. */
const [most, usual] = [500, 250];

/** The fullest table of each title. */
const tables = [
  { title: 'druids', seats: 5 },
  { title: 'meduris', seats: 4 },
  { title: 'pangea', seats: 5 },
];

/** These are the number of moves before the look at the page, and of those that are watched. */
const [before, watched] = [40, 12];

describe('an update touches few elements of the page', () => {
  for (const { title, seats } of tables) {
    test(`${title} with ${seats} players`, async ({ fixture, annotate }) => {
      const names = ['Ada', 'Benedict', 'Cleo', 'Dirk-Jan', 'Eve'].slice(0, seats);
      const reader = await fixture.person('Ada', phone);
      const all = [reader, ...(await Promise.all(names.slice(1).map((name) => fixture.person(name))))];
      const table = await startTable(fixture.url, all, { title });
      const random = new Random(5);
      await playByApi(fixture.url, all, table.id, random, (made) => made >= before);
      await openPages(fixture.url, [reader], table);
      await reader.page.getByTestId('confirm-device').click();
      await reader.page.getByTestId('device-note').waitFor({ state: 'detached' });
      await untilCurrent([reader], fixture.url, table.id);
      await noteTouched(reader.page);
      const counts: number[] = [];
      for (let made = 0; made < watched; made++) {
        await playByApi(fixture.url, all, table.id, random, (moves) => moves >= 1);
        await untilCurrent([reader], fixture.url, table.id);
        counts.push((await takeTouched(reader.page)).length);
      }
      await annotate(`${title}: an update touches ${counts.join(' ')} elements`);
      counts.sort((a, b) => a - b);
      expect(counts.at(-1), 'elements touched by one update').toBeLessThan(most);
      expect(counts[watched >> 1], 'elements touched by half of the updates').toBeLessThan(usual);
      // A page that shows nothing new would pass too.
      expect(counts.at(-1), 'elements touched by one update').toBeGreaterThan(0);
    });
  }
});
