import { expect } from 'vitest';
import { phone, test } from './kit/fixture';
import { giveUp } from './kit/finished-game';
import { Guest } from './kit/guest';
import { until } from './kit/until';

test('a reader who goes back is at the place of a long page from which they went', async ({ fixture }) => {
  const ada = await fixture.person('Ada', phone);
  const ben = new Guest('Ben');
  for (const player of [ada, ben]) await player.signIn(fixture.url);
  const id = await giveUp(fixture.url, 'meduris', ada, ben);
  const { page } = ada;
  await page.goto(`${fixture.url}/t/${id}`);
  const study = page.getByTestId('study');
  await study.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  // The replay is no longer than the window.
  await page.getByTestId('replay-link').evaluate((link: HTMLElement) => link.click());
  await page.getByTestId('replay').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await until('the page is where it was', () => page.evaluate((wanted) => scrollY === wanted, place));
  await page.goForward();
  await page.getByTestId('replay').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
