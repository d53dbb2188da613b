import { describe, expect } from 'vitest';
import { openPages, playByApi } from '../kit/api';
import { phone, test } from '../kit/fixture';
import { confirmDevice, startFullTable } from '../kit/full-table';
import { untilCurrent } from '../kit/log';
import { Random } from '../kit/random';
import { noteTouched, takeTouched } from '../kit/touched';

/** These are the bounds of the elements that one update adds, removes or changes, and of those of half of the updates. A page has 800 to 1,200. */
const [most, usual] = [500, 250];

/** These are the number of moves before the look at the page, and of those that are watched. */
const [before, updates] = [40, 12];

describe('an update touches few elements of the page', () => {
  for (const title of ['druids', 'meduris', 'pangea'] as const) {
    test(`a full table of ${title}`, async ({ fixture, annotate }) => {
      const {
        all,
        watched: [reader],
        table,
      } = await startFullTable(fixture, title, [phone]);
      const random = new Random(5);
      await playByApi(fixture.url, all, table.id, random, (made) => made >= before);
      await openPages(fixture.url, [reader], table);
      await confirmDevice(reader);
      await untilCurrent([reader], fixture.url, table.id);
      await noteTouched(reader.page);
      const counts: number[] = [];
      for (let made = 0; made < updates; made++) {
        await playByApi(fixture.url, all, table.id, random, (moves) => moves >= 1);
        await untilCurrent([reader], fixture.url, table.id);
        counts.push((await takeTouched(reader.page)).length);
      }
      await annotate(`${title}: an update touches ${counts.join(' ')} elements`);
      counts.sort((a, b) => a - b);
      expect(counts.at(-1), 'elements touched by one update').toBeLessThan(most);
      expect(counts[updates >> 1], 'elements touched by half of the updates').toBeLessThan(usual);
      // A page that shows nothing new would pass too.
      expect(counts.at(-1), 'elements touched by one update').toBeGreaterThan(0);
    });
  }
});
