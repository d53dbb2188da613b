import { describe } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { desk, test, plain } from '../kit/fixture';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import { Person } from '../kit/person';
import { Random } from '../kit/random';
import { textOf, translate } from '../kit/translator';
import { untilSame } from '../kit/until';

/** The moves that a game has in a short run. */
const few = 14;

describe.each(['meduris', 'druids', 'pangea'])('%s under a translator', (title) => {
  for (const [table, options] of [
    ['its board', desk],
    ['the plain table', { ...desk, ...plain }],
  ] as const) {
    test(`shows on ${table} what an untouched page shows`, async ({ fixture }) => {
      const ada = await fixture.person('Ada', options);
      const ben = await fixture.person('Ben', options);
      const started = await startTable(fixture.url, [ada, ben], { title });
      // The same players once more, on pages that nobody translates.
      const untouched = await Promise.all(
        [ada, ben].map(async ({ name, context }) => new Person(name, context, await context.newPage())),
      );
      const pairs = [ada, ben].map((person, i) => [person, untouched[i] ?? person] as const);
      const all = pairs.flat();
      await openPages(fixture.url, all, started);
      const random = new Random(5);
      for (let moves = 0; long || moves < few; moves++) {
        await untilCurrent(all, fixture.url, started.id);
        for (const [translated, plain] of pairs) {
          // Both change without a move, for example when a player takes long.
          const same = (): Promise<void> =>
            untilSame(
              `${translated.name} sees the same`,
              () => textOf(plain.page),
              () => textOf(translated.page),
            );
          await same();
          await translate(translated.page, moves % 2 === 0);
          await same();
        }
        if (await ada.page.getByTestId('result').count()) break;
        await playByApi(fixture.url, [ada, ben], started.id, random, (made) => made > 0);
      }
      for (const { page } of [ada, ben]) {
        await page.locator('a[href="/"]').first().click();
        await page.getByTestId('new-table').waitFor();
        await translate(page, false);
        await page.locator(`a[href="/t/${started.id}"]`).first().click();
        await page.locator('main section').first().waitFor();
      }
    });
  }
});
