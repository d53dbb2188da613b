import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { accessProblems, axeViolations } from '../kit/axe';
import { walkGame } from '../kit/decision-walk';
import { everyPage, goTo } from '../kit/every-page';
import { phone, test, type PersonOptions } from '../kit/fixture';
import { Guest } from '../kit/guest';
import { desk, dutch, pairs } from '../kit/screens';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { populate } from '../kit/populated';
import { Random } from '../kit/random';

const titles = ['meduris', 'druids', 'pangea'];

describe.skipIf(long)('a portion of the states has no violation of WCAG', () => {
  for (const [i, title] of titles.entries()) {
    test(`in the middle of ${title}`, async ({ fixture }) => {
      const night: PersonOptions = { colorScheme: i % 2 === 0 ? 'dark' : 'light' };
      const ada = await fixture.person('Ada', { ...(i === 1 ? desk : phone), ...dutch, ...night });
      const people = [ada, new Guest('Ben')];
      const table = await startTable(fixture.url, people, { title });
      await playByApi(fixture.url, people, table.id, new Random(31), (moves) => moves >= 40);
      await openPages(fixture.url, [ada], table);
      await untilCurrent([ada], fixture.url, table.id);
      expect(await axeViolations(ada.page)).toEqual([]);
    });
  }
});

describe.runIf(long)('every state has no violation of WCAG', () => {
  for (const title of titles)
    for (const [i, [one, other]] of pairs.entries())
      test(`of ${title}, ${one.locale} at a desk and ${other.locale} on a phone`, async ({ fixture, annotate }) => {
        const people = [await fixture.person('Ada', one), await fixture.person('Ben', other)];
        const table = await startTable(fixture.url, people, { title });
        const problems: string[] = [];
        const states: string[] = [];
        await walkGame(fixture.url, people, table, new Random(41 + i), async (state) => {
          states.push(state);
          for (const person of people) {
            problems.push(...(await accessProblems(person, state)));
            for (const part of await openParts(person))
              problems.push(...(await accessProblems(person, `${state}, ${part}`, ['light'])));
            await closeParts(person);
          }
        });
        await annotate(`${title}: ${states.join('; ')}`);
        expect([...new Set(problems)]).toEqual([]);
        expect(states.at(-1)).toBe('result');
      });

  for (const [i, [one, other]] of pairs.entries())
    test(`of the other pages, pair ${i + 1}`, async ({ fixture }) => {
      const problems: string[] = [];
      for (const options of [one, other]) {
        const ada = await fixture.person('Ada', options);
        const stranger = await fixture.person('Somebody', options);
        const shown = await populate(fixture.url, ada);
        // One of the pages is a replay that does not exist.
        ada.expectsRefusals = true;
        // lessons.test.ts has the lessons, which dim the parts that a sentence is not about.
        for (const visit of everyPage(shown).filter(({ path }) => !path.startsWith('/learn/'))) {
          const person = visit.stranger ? stranger : ada;
          await goTo(person.page, fixture.url, visit);
          await visit.open?.(person.page);
          problems.push(...(await accessProblems(person, visit.name)));
        }
        await goTo(ada.page, fixture.url, {
          name: 'table',
          path: shown.running.path,
          ready: '[data-testid=decision-prompt]',
        });
        ada.expectsOutages = true;
        await ada.context.setOffline(true);
        await ada.untilConnection('offline');
        problems.push(...(await accessProblems(ada, 'offline')));
      }
      expect([...new Set(problems)]).toEqual([]);
    });
});

/** Opens a part of the page that is closed at first, one in each call. Returns the names of the parts that were opened. */
async function openParts({ page }: Person): Promise<string[]> {
  const opened: string[] = [];
  const spot = page.locator('[data-spot].can').first();
  if ((await spot.count()) > 0) {
    await spot.focus();
    opened.push('focus on a spot');
  }
  const list = page.locator('details:not([open]):has([data-testid="move-button"]) > summary').first();
  if ((await list.count()) > 0 && (await list.isVisible())) {
    await list.click();
    opened.push('list of choices');
  }
  return opened.slice(-1);
}

async function closeParts({ page }: Person): Promise<void> {
  await page.keyboard.press('Escape');
}
