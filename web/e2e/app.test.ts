import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { plain, test } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

/** The installed app needs its worker. */
const installed = { serviceWorkers: 'allow' } as const;

/** Waits until the worker has stored the client and answers for this page. */
async function untilStored(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await until('the worker answers for the page', () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
}

const mark = (page: Page): Promise<void> => page.evaluate(() => void (document.documentElement.dataset.old = 'yes'));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => document.documentElement.dataset.old === 'yes');
const caches = (page: Page): Promise<string[]> => page.evaluate(() => window.caches.keys());

describe('the app', () => {
  test('can be installed', async ({ fixture }) => {
    const ada = await fixture.person('Ada', installed);
    await ada.page.goto(fixture.url);
    await untilStored(ada.page);
    const devtools = await ada.context.newCDPSession(ada.page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({ id: '/', name: 'Nemeton', display: 'standalone' });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Tests run in private windows.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const icon = await ada.context.request.get(`${fixture.url}/icon-180.png`);
    expect(icon.headers()['content-type']).toBe('image/png');
    const worker = await ada.context.request.get(`${fixture.url}/sw.js`);
    expect(worker.headers()['cache-control']).toBe('no-cache');
  });

  test('shows tables and rules without a network, and stores no answer of the game', async ({ fixture }) => {
    const server = await fixture.startServer();
    const ada = await fixture.person('Ada', installed);
    const { page } = ada;
    await startTable(server.url, [ada], { seats: 2 });
    await page.goto(server.url);
    await untilStored(page);
    await page.getByTestId('table-row').waitFor();
    const stored = await page.evaluate(async () => {
      const names = await window.caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await window.caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(stored).toContain('/');
    expect(stored.filter((path) => path !== '/' && !/^\/(assets\/|favicon|manifest)/.test(path))).toEqual([]);

    ada.expectsOutages = true;
    await server.crash();
    await page.reload();
    const offline = page.getByTestId('offline');
    await offline.getByText('Meduris').first().waitFor();
    await offline.getByText(/As of /).waitFor();
    await page.getByTestId('local-new').waitFor();
    expect(await page.getByRole('heading', { name: en['home.games'], exact: true }).count(), 'a list of no games').toBe(
      0,
    );
    expect(await axeViolations(page), 'axe without a network').toEqual([]);
    await offline.getByRole('link', { name: 'Die Druiden' }).click();
    await page.locator('article h2').first().waitFor();
    await page.goto(`${server.url}/rules/pangea`);
    await page.locator('article h2').first().waitFor();
    await page.goto(`${server.url}/settings`);
    await page.getByText(en['error.unanswered']).waitFor();
    expect(await page.getByTestId('set-name').count(), 'a name would make a second person').toBe(0);
    await page.goto(server.url);
    await offline.waitFor();
    ada.expectsRestart = true;
    await server.up();
    // The page notices by itself.
    await page.getByTestId('table-row').waitFor();
    await page.getByTestId('card-druids').waitFor();
  });

  test('reloads after a deploy between moves, once, and replaces its worker', async ({ fixture }) => {
    const server = await fixture.startServer();
    const proxy = await fixture.startDeployProxy(server.address);
    const ada = await fixture.person('Ada', { ...installed, ...plain });
    ada.expectsOutages = true;
    const { page } = ada;
    const table = await startTable(server.url, [ada], { seats: 2 });
    await openPages(proxy.url, [ada], table);
    await untilStored(page);
    await page.getByTestId('move-button').first().waitFor();
    const before = await caches(page);
    expect(before).toHaveLength(1);

    await page.getByTestId('decision-prompt').click(); // the reader has begun to choose
    await mark(page);
    proxy.deploy();
    await until('the page asks for the version', () => proxy.told > 0);
    await ada.untilConnection('online');
    expect(await isMarked(page), 'the page stays while the reader chooses').toBe(true);
    await new ListPlayer(new Random(3)).click(ada);
    await until('the page reloads after the move', async () => !(await isMarked(page).catch(() => true)));
    await page.getByTestId('decision-prompt').waitFor();
    expect(page.url()).toBe(proxy.url + table.path);
    await until('the new worker removes the old files', async () => {
      const names = await caches(page);
      return names.length === 1 && names[0] !== before[0];
    });

    await mark(page);
    const told = proxy.told;
    proxy.cutSockets();
    await until('the page asks again', () => proxy.told > told);
    await ada.untilConnection('online');
    await page.getByTestId('decision-prompt').waitFor();
    expect(await isMarked(page), 'no second reload').toBe(true);
  });

  test('reloads if the code of a page is gone after a deploy', async ({ fixture }) => {
    const server = await fixture.startServer();
    const proxy = await fixture.startDeployProxy(server.address);
    const ada = await fixture.person('Ada');
    ada.expectsOutages = true;
    const { page } = ada;
    await signIn(proxy.url, [ada]);
    await page.goto(proxy.url);
    await page.getByTestId('new-table').waitFor();
    await mark(page);
    // The old name of the page is gone, and then the new shell has it again under its own name.
    proxy.deploy(/\/assets\/Settings-/);
    await page.evaluate(() => {
      history.pushState(null, '', '/settings');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await until('the page reloads', async () => !(await isMarked(page).catch(() => true)));
    const again = page.getByTestId('load-again').getByText(en['connection.reload']);
    // The new shell asks for the page while it is still gone.
    await again.waitFor();
    proxy.deploy();
    await again.click();
    await page.getByTestId('settings').waitFor();
  });
});
