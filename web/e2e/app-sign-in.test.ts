import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, plain, test, type Fixture } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import { meet, tableOf } from './kit/lobby';
import { movesOf } from './kit/log';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en, text } from './kit/text';
import { until } from './kit/until';

/** Opens a phone whose pages have the member of Safari: true in an installed app, false in the browser. */
async function iPhone(fixture: Fixture, name: string, standalone: boolean): Promise<Person> {
  const person = await fixture.person(name, { ...phone, ...plain });
  await person.context.addInitScript((value) => {
    Object.defineProperty(navigator, 'standalone', { value });
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
  }, standalone);
  return person;
}

/** Shows a code on the settings page and returns its digits. */
async function showCode({ page }: Person): Promise<string> {
  const shown = page.getByTestId('app-code');
  const before = (await shown.count()) > 0 ? await shown.innerText() : '';
  await page.getByTestId('make-app-code').click();
  await until('new digits are shown', async () => (await shown.count()) > 0 && (await shown.innerText()) !== before);
  return ((await shown.locator('.unseen').textContent()) ?? '').replaceAll(' ', '');
}

async function enter({ page }: Person, code: string): Promise<void> {
  await page.getByTestId('app-digits').fill(code);
  await page.getByTestId('use-app-code').click();
}

/** Returns six digits that differ from the given ones. */
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000');

describe('the installed app', () => {
  test('asks for the digits that the browser shows, and plays on as the same person', async ({ fixture }) => {
    const server = await fixture.startServer({ limits: true });
    const ada = await iPhone(fixture, 'Ada', false);
    const ben = await fixture.person('Ben', plain);
    await meet(server.url, ada, [ben]);
    const table = tableOf(ada);
    const player = new ListPlayer(new Random(41));
    await player.play([ada, ben], () => (player.made.get('Ada') ?? 0) >= 2);

    await ada.page.goto(`${server.url}/settings`);
    await ada.page.getByTestId('install-steps').waitFor();
    const code = await showCode(ada);
    expect(code).toMatch(/^\d{6}$/);
    expect(await axeViolations(ada.page), 'axe on the shown digits').toEqual([]);
    await picture(ada.page, 'app-code');

    const app = await iPhone(fixture, 'Ada in the app', true);
    app.expectsRefusals = true;
    await app.page.goto(server.url);
    await app.page.getByTestId('app-sign-in').waitFor();
    expect(await axeViolations(app.page), 'axe on the first page of the app').toEqual([]);
    await picture(app.page, 'app-sign-in');
    await enter(app, otherThan(code));
    await app.page.getByRole('alert').filter({ hasText: en['error.wrong_code'] }).waitFor();
    await enter(app, `${code.slice(0, 3)} ${code.slice(3)}`);
    await app.page.getByTestId('table-row').waitFor();
    await ada.page.locator('[data-testid="app-code"][data-state="gone"]').waitFor();
    await ada.page.getByText('app', { exact: false }).first().waitFor();
    await picture(ada.page, 'app-code-used');

    // The same person at the same table, with a device of its own.
    await app.page.goto(`${server.url}/t/${table}`);
    await app.page.getByTestId('device-note').waitFor();
    await app.page.getByTestId('confirm-device').click();
    await app.page.getByTestId('device-note').waitFor({ state: 'detached' });
    const before = await movesOf(app, server.url, table, 0);
    const inApp = new ListPlayer(new Random(42));
    await inApp.play([app, ben], () => (inApp.made.get(app.name) ?? 0) >= 2);
    expect(await movesOf(app, server.url, table, 0), "Ada's moves").toBe(before + 2);
    const cookie = (await app.context.cookies(server.url)).find(({ name }) => name.startsWith('nemeton_session'));
    expect(cookie, 'a lasting cookie that scripts cannot read').toMatchObject({ httpOnly: true });
    expect((cookie?.expires ?? 0) - Date.now() / 1000, 'seconds').toBeGreaterThan(300 * 24 * 3600);
  });

  test('says what is wrong with a code: used, replaced, locked, expired, too many', async ({ fixture }) => {
    const server = await fixture.startServer({ limits: true });
    const ada = await fixture.person('Ada');
    await signIn(server.url, [ada]);
    await ada.page.goto(`${server.url}/settings`);
    const app = await iPhone(fixture, 'the app', true);
    app.expectsRefusals = true;
    await app.page.goto(server.url);
    const expectWords = (key: keyof typeof en): Promise<void> =>
      app.page.getByRole('alert').filter({ hasText: en[key] }).waitFor();

    const replaced = await showCode(ada);
    const code = await showCode(ada);
    await enter(app, replaced === code ? otherThan(code) : replaced);
    await expectWords('error.wrong_code');
    for (const status of [410, 423]) {
      // The server's own tests make codes old and locked; here the words matter.
      const key = status === 410 ? 'expired_code' : 'locked_code';
      const body = JSON.stringify({ code: key, status, title: key, detail: key });
      await app.page.route('**/api/v1/sessions', (route) => route.fulfill({ status, body }), { times: 1 });
      await enter(app, code);
      await expectWords(`error.${key}`);
    }
    // One address has three wrong codes at once, which is fewer than lock a code.
    for (let n = 0; n < 2; n++) {
      await app.page.getByTestId('app-digits').fill('');
      await enter(app, otherThan(code));
      await expectWords('error.wrong_code');
      await until('the form is ready', () => app.page.getByTestId('use-app-code').isEnabled());
    }
    await enter(app, otherThan(code));
    await expectWords('error.too_many_guesses');
    await picture(app.page, 'app-sign-in-refused');
    expect(await ada.page.getByTestId('app-code').getAttribute('data-state')).toBe('valid');
    await ada.page.getByTestId('link-app').getByRole('button').click();
    await ada.page.getByTestId('sure-yes').click();
    await ada.page.getByTestId('app-code-state').filter({ hasText: en['appCode.gone'] }).waitFor();
  });

  test('is explained once to a player on a phone, and not to the app itself', async ({ fixture }) => {
    const ada = await iPhone(fixture, 'Ada', false);
    await startTable(fixture.url, [ada], { seats: 2 });
    await ada.page.goto(fixture.url);
    const note = ada.page.getByTestId('install-note');
    await note.getByText(text('install.apple.add')).waitFor();
    expect(await axeViolations(ada.page), 'axe on the note').toEqual([]);
    await picture(ada.page, 'install-note');
    await ada.page.getByTestId('install-later').click();
    await note.waitFor({ state: 'detached' });
    await ada.page.reload();
    await ada.page.getByTestId('table-row').first().waitFor();
    expect(await note.count()).toBe(0);

    const app = await iPhone(fixture, 'the app', true);
    await app.context.addCookies(await ada.context.cookies(fixture.url));
    await app.page.goto(fixture.url);
    await app.page.getByTestId('table-row').first().waitFor();
    expect(await app.page.getByTestId('install-note').count()).toBe(0);
    await app.page.goto(`${fixture.url}/settings`);
    await app.page.getByTestId('let-in').waitFor();
    expect(await app.page.getByTestId('install-app').count()).toBe(0);
    expect(await app.page.getByTestId('make-app-code').count()).toBe(0);
  });

  test('is offered by a button where the browser has a prompt', async ({ fixture }) => {
    const ada = await fixture.person('Ada', phone);
    await ada.page.goto(`${fixture.url}/settings`);
    await ada.page.getByTestId('language-select').waitFor();
    expect(await ada.page.getByTestId('install-app').count()).toBe(0);
    await ada.page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      Object.assign(offer, { prompt: () => Promise.resolve(document.body.setAttribute('data-asked', 'yes')) });
      dispatchEvent(offer);
    });
    await ada.page.getByTestId('install').click();
    await ada.page.locator('body[data-asked]').waitFor();
    await ada.page.getByTestId('install-app').waitFor({ state: 'detached' });
  });
});
