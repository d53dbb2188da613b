import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { accessProblems, axeViolations } from '../kit/axe';
import { walkGame } from '../kit/decision-walk';
import { phone, test, type Fixture, type PersonOptions } from '../kit/fixture';
import { Guest } from '../kit/guest';
import { desk, dutch, pairs } from '../kit/screens';
import { introduce, openTable } from '../kit/lobby';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
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
        const person = await fixture.person('Ada', options);
        problems.push(...(await inspectPages(person, fixture)));
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

/** Inspects the pages beside the game. */
async function inspectPages(person: Person, { url }: Fixture): Promise<string[]> {
  const { page } = person;
  const problems: string[] = [];
  const inspect = async (path: string, ready: string): Promise<void> => {
    await page.goto(url + path);
    await page.locator(ready).first().waitFor();
    problems.push(...(await accessProblems(person, path)));
  };
  await inspect('/', '[data-testid="name-input"]');
  await introduce(person, url);
  await inspect('/', '[data-testid="new-table"]');
  await inspect('/settings', '[data-testid="let-in"]');
  await inspect('/about', 'main h1');
  await inspect('/check', '[data-testid="record-file"]');
  for (const title of titles) await inspect(`/rules/${title}`, 'article p');
  await inspect('/nothing', 'main h1');
  await inspect(`/t/${crypto.randomUUID()}`, 'main h1');
  await inspect('/link#none', 'main h1');
  await page.goto(url);
  await openTable(person, { seats: 3, visibility: 'private' });
  problems.push(...(await accessProblems(person, 'before the start')));
  await page.getByTestId('bot-1-easy').click();
  await page.getByTestId('bot-2-easy').click();
  await page.locator('[data-testid="start-table"]:enabled').waitFor();
  await page.getByTestId('start-table').click();
  await page.getByTestId('decision-prompt').waitFor();
  await page.keyboard.press('?');
  await page.getByTestId('keys-help').waitFor();
  problems.push(...(await accessProblems(person, 'list of keys')));
  await page.keyboard.press('Escape');
  const menu = page.locator('[popovertarget="table-menu"]');
  if (await menu.isVisible()) {
    await menu.click();
    problems.push(...(await accessProblems(person, 'menu of the table')));
  }
  await page.getByTestId('leave').click();
  await page.getByTestId('leave-now').waitFor();
  problems.push(...(await accessProblems(person, 'leaving')));
  await page.keyboard.press('Escape');
  person.expectsOutages = true;
  await person.context.setOffline(true);
  await person.untilConnection('offline');
  problems.push(...(await accessProblems(person, 'offline')));
  return problems;
}
