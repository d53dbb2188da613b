import { chromium, type Locator, type Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { pictures } from './kit/pictures';
import { playByApi, signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { launchBrowser } from './kit/browser';
import { test } from './kit/fixture';
import { en } from './kit/text';
import { Random } from './kit/random';
import { timeout, until } from './kit/until';

describe('notifications', () => {
  test('every page tells live that it is the turn of its reader elsewhere', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { colorScheme: 'light' });
    const people = [ada, await fixture.person('Ben')];
    const table = await startTable(fixture.url, people, { title: 'druids' });
    for (const { page } of people) {
      await page.goto(`${fixture.url}/rules/meduris`);
      await page.locator('article p').first().waitFor();
    }
    const link = (page: Page): Locator => page.getByTestId('turns-elsewhere');
    const asked = async (): Promise<Page | undefined> => {
      for (const { page } of people) if (await link(page).isVisible()) return page;
      return undefined;
    };
    const first = await until('somebody is asked', asked);
    const other = people.find(({ page }) => page !== first) ?? ada;
    // The first page has the turn from the stream: nothing polls in this window.
    const home = await other.context.newPage();
    await home.addInitScript(() => {
      window.setInterval = (() => 0) as unknown as typeof window.setInterval;
    });
    await home.goto(fixture.url);
    const row = home.locator(`a[href="/t/${table.id}"]`);
    await row.waitFor();
    const random = new Random(3);
    const owes = async (): Promise<boolean> =>
      (await (await other.api(fixture.url)).get<{ turns: unknown[] }>('/me/overview')).turns.length > 0;
    while (!(await owes())) await playByApi(fixture.url, people, table.id, random, (made) => made >= 1);
    const { page } = other;
    await link(page).waitFor();
    await row.getByText(en['tab.yourTurn'], { exact: true }).waitFor();
    await until('the title tells it', async () => (await page.title()).startsWith('(1) '));
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/favicon-turn.svg');
    expect(await axeViolations(page), 'axe on the link to the turn').toEqual([]);
    await link(page).click();
    await page.waitForURL(`**/t/${table.id}`);
    await link(page).waitFor({ state: 'detached' });
    await pictures(ada.page, 'turn elsewhere');
  });

  test('the settings keep the choices, and explain a missing connection', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { colorScheme: 'light' });
    await signIn(fixture.url, [ada]);
    const { page } = ada;
    await page.goto(`${fixture.url}/settings`);
    await page.getByTestId('when-always').check();
    await page.getByTestId('occasion-started').uncheck();
    await page.getByTestId('quiet').check();
    await page.getByText(/^Nothing comes in these hours/).waitFor();
    const hook = page.getByTestId('hook');
    await hook.getByLabel(en['notify.hook.url']).fill('https://127.0.0.1:1/hook');
    await hook.getByRole('button', { name: en['app.save'] }).click();
    await until('the heading has the focus of the form that is gone', () =>
      hook.getByRole('heading').evaluate((heading) => heading === document.activeElement),
    );
    await hook.getByRole('button', { name: en['notify.hook.test'] }).click();
    await hook.getByText(/^The last call failed/).waitFor();
    expect(await axeViolations(page), 'axe on the settings').toEqual([]);
    await pictures(ada.page, 'notification settings');
    await page.reload();
    await page.getByTestId('quiet').waitFor();
    expect(await page.getByTestId('when-always').isChecked()).toBe(true);
    expect(await page.getByTestId('occasion-started').isChecked()).toBe(false);
    expect(await page.getByTestId('quiet').isChecked()).toBe(true);
    expect(await page.getByTestId('push').getAttribute('data-status')).toBe('server');
  });

  test('the pages behind links of mails ask first, without scripts too', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { javaScriptEnabled: false, locale: 'nl-NL' });
    ada.expectsRefusals = true;
    const { page } = ada;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    for (const [path, ask] of [
      ['confirmation', 'Bevestig het adres'],
      ['end', 'Deze mails stopzetten'],
    ] as const) {
      await page.goto(`${fixture.url}/api/v1/mail/${path}?token=x.y&language=nl`);
      await page.getByRole('button', { name: ask }).waitFor();
      expect(sent, 'requests before the press').toEqual([]);
      await pictures(ada.page, `mail page ${path}`);
      await page.getByRole('button', { name: ask }).click();
      await page.getByRole('alert').getByText('Deze link is niet meer geldig.').waitFor();
      expect(sent.splice(0)).toEqual([`/api/v1/mail/${path}`]);
    }
  });

  test('the worker shows a notification for every push message, and leads to the table', async ({ fixture }) => {
    const server = await launchBrowser({ whole: true });
    onTestFinished(() => server.close());
    const browser = await chromium.connect(server.wsEndpoint(), { timeout });
    const ada = await fixture.person('Ada', { browser, serviceWorkers: 'allow', permissions: ['notifications'] });
    const { page } = ada;
    const table = await startTable(fixture.url, [ada], { seats: 2 });
    await page.goto(fixture.url);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const devtools = await ada.context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(fixture.url));
        if (own) resolve(own.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered;
    const message = JSON.stringify({
      web_push: 8030,
      notification: { title: 'Your turn: Meduris', body: 'With Ben', navigate: `/t/${table.id}`, tag: table.id },
    });
    // The page in front closes its notifications, so each is looked at before the next message.
    for (const [data, title] of [
      [message, 'Your turn: Meduris'],
      ['no message', 'Something waits for you'],
    ] as const) {
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: fixture.url, registrationId, data });
      await until(`the notification "${title}" is shown`, async () => (await titles(page)).includes(title));
    }
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await until('the page has closed them', async () => (await titles(page)).length === 0);
  });
});

/** Returns the titles of the notifications that are shown. */
function titles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title);
  });
}
