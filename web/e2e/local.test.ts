import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { axeViolations } from './kit/axe';
import { phone, plain, test } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

/** Starts a game against an easy bot. */
async function start({ page }: Person, url: string, title: string, people = 1, seats = 2): Promise<void> {
  await page.goto(`${url}/local`);
  await page.getByTestId('local-title').selectOption(title);
  await page.getByTestId('local-seats').selectOption(String(seats));
  await page.getByTestId('local-people').selectOption(String(people));
  if (people < seats) await page.getByTestId('local-level').selectOption('easy');
  await page.getByTestId('local-start').click();
  await page.getByTestId('local-bar').waitFor();
}

/** Waits until the service worker serves the page. */
const served = ({ page }: Person): Promise<unknown> =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

describe('games on one device', () => {
  test('go on without a network after one use, survive a reload, and are listed', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...phone, ...plain, serviceWorkers: 'allow' });
    await start(ada, fixture.url, 'meduris');
    await served(ada);
    // Now the worker serves the engine, and stores it.
    await start(ada, fixture.url, 'meduris');
    ada.expectsOutages = true;
    await ada.context.setOffline(true);
    await start(ada, fixture.url, 'druids');
    await picture(ada.page, 'local druids 390');
    const player = new ListPlayer(new Random(7));
    await player.play([ada], () => player.count >= 4);
    const address = ada.page.url();
    await ada.page.goto(fixture.url);
    const link = ada.page.getByTestId('local-tables').locator('a[href^="/local/"]').first();
    await link.waitFor();
    await picture(ada.page, 'local home 390');
    await link.click();
    expect(ada.page.url()).toBe(address);
    await player.play([ada], () => player.count >= 6);
    expect(await axeViolations(ada.page), 'axe on a local table').toEqual([]);
  });

  test('stay removed if another tab still plays them', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    await start(ada, fixture.url, 'meduris');
    const player = new ListPlayer(new Random(7));
    await player.play([ada], () => player.count >= 1);
    await ada.page.getByTestId('move-button').first().waitFor();
    const list = await ada.context.newPage();
    await list.goto(fixture.url);
    const tables = list.getByTestId('local-tables');
    await tables.getByRole('button', { name: en['local.remove'] }).click();
    await list.getByRole('dialog').getByRole('button', { name: en['local.remove'] }).click();
    await tables.locator('li').waitFor({ state: 'detached' });
    await ada.page.getByTestId('move-button').first().click();
    await ada.page.getByText(en['connection.stopped.0']).waitFor();
    await ada.page.reload();
    await ada.page.getByTestId('local-missing').waitFor();
  });

  test('hide a side until its person presses', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...phone, ...plain });
    await start(ada, fixture.url, 'pangea', 2, 2);
    await ada.page.getByTestId('curtain').waitFor();
    await picture(ada.page, 'local curtain 390');
    expect(await axeViolations(ada.page), 'axe on the curtain').toEqual([]);
    await ada.page.keyboard.press('Escape');
    expect(await ada.page.getByTestId('curtain').isVisible()).toBe(true);
    const seen: string[] = [];
    const player = new ListPlayer(new Random(3));
    await until('both people have moved', async () => {
      const curtain = ada.page.getByTestId('curtain');
      if (await curtain.isVisible()) {
        seen.push(await curtain.locator('h2').innerText());
        await ada.page.getByTestId('curtain-lift').click();
        await ada.page.locator('h1:focus').waitFor({ state: 'attached' });
        return undefined;
      }
      const pass = ada.page.getByTestId('local-pass');
      await player.play([ada], async () => await pass.isVisible());
      await pass.click();
      return new Set(seen).size > 1 ? true : undefined;
    });
    await picture(ada.page, 'local shared 390');
    expect(ada.faults).toEqual([]);
  });
});
