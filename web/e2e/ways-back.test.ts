import { mkdirSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { results, test, type Fixture } from './kit/fixture';
import { letIn } from './kit/let-in';
import { introduce, join, meet, openTable, start } from './kit/lobby';
import { MailServer } from './kit/mail-server';
import type { Person } from './kit/person';
import { adminKey, type Server } from './kit/server';
import { until } from './kit/until';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

/** Checks a page in all windows by day and night, and saves pictures if PICTURES=1. */
async function look({ page }: Person, name: string): Promise<void> {
  expect(await axeViolations(page), `axe on ${name}`).toEqual([]);
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    // The page follows the window a moment later.
    await until(`${name} fits ${size.width} pixels`, () =>
      page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    );
    if (!process.env.PICTURES) continue;
    mkdirSync(results, { recursive: true });
    for (const theme of ['day', 'night']) {
      await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
      await page.screenshot({ path: joinPath(results, `ways ${name} ${size.width} ${theme}.png`), fullPage: true });
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Makes a browser forget who is signed in. The draft of a name stays in its storage. */
async function loseCookies({ context, page }: Person): Promise<void> {
  await context.clearCookies();
  await page.goto('about:blank');
}

/** Waits until the person has a seat at the table. */
async function backAtSeat(person: Person, link: string): Promise<void> {
  await person.page.goto(link);
  await person.page.getByTestId('leave').waitFor();
}

describe('a person who lost all cookies', () => {
  let mail: MailServer;
  beforeEach(async () => {
    mail = await MailServer.start();
  });
  afterEach(() => mail.close());

  /** Starts a server that sends mails and has a name. */
  async function begin(fixture: Fixture): Promise<{ server: Server; url: string }> {
    const server = await fixture.startServer({
      admin: true,
      flags: (port) => [
        ...['--public-url', `http://localhost:${port}`],
        ...['--smtp', `smtp+plain://127.0.0.1:${mail.port}`, '--mail-from', 'tables@example.org'],
        ...['--notify-interval', '1s'],
      ],
    });
    return { server, url: server.url.replace('127.0.0.1', 'localhost') };
  }

  test('gets the seat back from the people at the table, and the one who lost it takes it back', async ({
    fixture,
  }) => {
    const { url } = await begin(fixture);
    const [ada, ben, cas] = [await fixture.person('Ada'), await fixture.person('Ben'), await fixture.person('Cas')];
    const old = await fixture.person('Ben, elsewhere');
    const link = await meet(url, ada, [ben, cas]);
    await letIn(ben, old, url);
    await old.page.goto('about:blank');
    await loseCookies(ben);
    await ben.page.goto(link);
    await ben.page.getByTestId('that-is-mine').click();
    await ben.page.getByTestId('name-input').fill('Ben again');
    await ben.page.getByTestId('set-name').click();
    await ben.page.getByTestId('claim-1').click();
    await ben.page.getByTestId('my-claim').waitFor();
    await ben.page.locator('h1:focus').waitFor();
    await look(ben, 'my claim');
    await ada.page.getByTestId('claim-confirm').waitFor();
    await look(ada, 'claim of another');
    await ada.page.getByTestId('claim-confirm').click();
    await ada.page.locator('h1:focus').waitFor();
    await cas.page.getByTestId('claim-confirm').click();
    await ben.page.getByTestId('leave').waitFor();
    // The other device of the same person sees it at home and at the table, and takes the seat back with one tap.
    await old.page.goto(url);
    await old.page.getByTestId('seat-news').waitFor();
    await look(old, 'seat news');
    await old.page.goto(link);
    await old.page.getByTestId('seat-news').waitFor();
    expect(await old.page.getByTestId('that-is-mine').count(), 'claims of the lost seat').toBe(0);
    await look(old, 'lost seat');
    await old.page.getByTestId('seat-back').click();
    await old.page.getByTestId('seat-news').waitFor({ state: 'detached' });
    await old.page.locator('h1:focus').waitFor();
    await old.page.getByTestId('leave').waitFor();
  });

  test('is back by a passkey, and a stranger is not', async ({ fixture }) => {
    const { url } = await begin(fixture);
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    const session = await ben.context.newCDPSession(ben.page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const link = await meet(url, ada, [ben]);
    await ben.page.goto(`${url}/settings`);
    await look(ben, 'settings without a way');
    await ben.page.getByTestId('add-passkey').click();
    await ben.page.getByTestId('way').waitFor();
    await ben.page.getByTestId('add-passkey').click();
    await ben.page.getByText('You have a passkey on this device already.').waitFor();
    await look(ben, 'settings with a way');
    await loseCookies(ben);
    await ben.page.goto(`${url}/sign-in`);
    const home = ben.page.getByTestId('new-table');
    const button = ben.page.getByTestId('use-passkey');
    // The browser may offer the passkey at the field, and be back, before the test sees the button.
    await home.or(button).first().waitFor();
    await Promise.race([home.waitFor(), button.click({ timeout: 5_000 }).catch(() => undefined)]);
    await home.waitFor();
    await backAtSeat(ben, link);
    // By its number, the same server has no passkeys, and says why.
    const other = await fixture.person('Cas');
    await other.page.goto(`${url.replace('localhost', '127.0.0.1')}/sign-in`);
    await other.page.getByTestId('no-passkey').waitFor();
  });

  test('is back by a code in a mail, in the browser that asked alone', async ({ fixture }) => {
    const { url } = await begin(fixture);
    const [ada, ben, thief] = [await fixture.person('Ada'), await fixture.person('Ben'), await fixture.person('Eve')];
    thief.expectsRefusals = true;
    const link = await meet(url, ada, [ben]);
    await ben.page.goto(`${url}/settings`);
    await ben.page.request.put(`${url}/api/v1/me/mail`, { data: { address: 'ben@example.org' } });
    const token = await until('the mail to verify', () => mail.found('ben@example.org', /token=([\w.-]+)/));
    await ben.page.goto(`${url}/api/v1/mail/confirmation?token=${token}`);
    await ben.page.getByRole('button').click();
    await ben.page.getByText('Mail address confirmed').waitFor();
    await loseCookies(ben);
    await ben.page.goto(`${url}/sign-in`);
    await ben.page.getByTestId('mail-address').fill('ben@example.org');
    await ben.page.getByTestId('send-code').click();
    const code = await until('the code', () => mail.found('ben@example.org', /#code=(\d{6})/));
    // The code is of no use elsewhere: opening the link of the mail does not use it up.
    await thief.page.goto(`${url}/sign-in`);
    await thief.page.getByTestId('mail-address').waitFor();
    await thief.page.goto(`${url}/sign-in#code=${code}`);
    await look(thief, 'sign-in');
    await thief.page.getByTestId('use-mail-code').click();
    await thief.page.getByRole('alert').waitFor();
    await thief.page.getByRole('button', { name: 'Another address' }).click();
    await thief.page.getByRole('alert').waitFor({ state: 'detached' });
    await ben.page.getByTestId('mail-code').fill(code);
    await look(ben, 'mail code');
    await ben.page.getByTestId('use-mail-code').click();
    await ben.page.getByTestId('new-table').waitFor();
    await backAtSeat(ben, link);
  });

  test('is back by another device, and by a link of the operator', async ({ fixture }) => {
    const { server, url } = await begin(fixture);
    const [ada, ben, phone] = [await fixture.person('Ada'), await fixture.person('Ben'), await fixture.person('phone')];
    const link = await meet(url, ada, [ben]);
    await letIn(ben, phone, url);
    await loseCookies(ben);
    await letIn(phone, ben, url);
    await backAtSeat(ben, link);
    const here = (await (await ben.page.request.get(`${url}/api/v1/session`)).json()) as { player: { id: string } };
    const made = await fetch(`${server.adminURL}api/links`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ player: here.player.id }),
    });
    expect(made.status).toBe(200);
    const { code } = (await made.json()) as { code: string };
    await loseCookies(ben);
    await ben.page.goto(`${url}/link#${code}`);
    await ben.page.getByTestId('use-link').click();
    await ben.page.getByTestId('new-table').waitFor();
    await backAtSeat(ben, link);
    // All devices show what happened.
    await phone.page.goto(`${url}/settings`);
    await phone.page.locator('summary').filter({ hasText: 'lately' }).click();
    await phone.page.getByText('made a link that signs you in').waitFor();
    // A page that was open when another device signed it out does not go on as if nothing had happened.
    phone.expectsLogin = true;
    await ben.page.goto(`${url}/settings`);
    await ben.page.getByTestId('revoke-others').click();
    await ben.page.getByTestId('sure-yes').click();
    await ben.page.getByTestId('last-device').waitFor();
    await phone.page.getByTestId('ways').waitFor({ state: 'detached' });
    await phone.page.goto(`${url}/sign-in`);
    await phone.page.getByTestId('show-device-code').click();
    const spelled = await phone.page.getByTestId('device-code').locator('.unseen').textContent();
    const address = await phone.page.getByTestId('device-address').inputValue();
    expect(spelled?.replaceAll(' ', ''), 'the code for screen readers').toBe(address.split('#')[1]);
    await ben.page.goto(address);
    await ben.page.getByTestId('approve-no').click();
    await phone.page.getByText('The device was refused.').waitFor();
  });

  test('is back at the page that asked for the sign-in', async ({ fixture }) => {
    const { url } = await begin(fixture);
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    const [phone, strange] = [await fixture.person('phone'), await fixture.person('strange device')];
    await introduce(ada, url);
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    await introduce(ben, url);
    /** Shows the code of the device, and lets it in. */
    const enter = async (device: Person): Promise<void> => {
      await device.page.getByTestId('show-device-code').click();
      await ben.page.goto(await device.page.getByTestId('device-address').inputValue());
      await ben.page.getByTestId('approve-yes').click();
    };
    // Of three devices, the phone has no session yet. It opens the link with which it shall let the third one in.
    await strange.page.goto(`${url}/sign-in`);
    await strange.page.getByTestId('show-device-code').click();
    await phone.page.goto(await strange.page.getByTestId('device-address').inputValue());
    await phone.page.getByRole('link', { name: 'Sign in' }).click();
    await enter(phone);
    await phone.page.getByTestId('approve-yes').click();
    await strange.page.getByTestId('new-table').waitFor();
    // An invitation.
    await loseCookies(strange);
    await strange.page.goto(link);
    await strange.page.getByTestId('been-here').click();
    await enter(strange);
    await strange.page.getByTestId('sit-1').click();
    await ada.page.getByTestId('seat-1').getByText('Ben').waitFor();
    // The address of a private table, without the invitation.
    await loseCookies(strange);
    await strange.page.goto(link.replace(/\?.*/, ''));
    await strange.page.getByTestId('been-here').click();
    await enter(strange);
    await strange.page.getByTestId('stand-1').waitFor();
    // A page about the person.
    await loseCookies(strange);
    await strange.page.goto(`${url}/circle`);
    await strange.page.getByTestId('been-here').click();
    await enter(strange);
    await strange.page.locator('#friends').waitFor();
  });

  test('takes along what the guest of before has, or goes back', async ({ fixture }) => {
    const { url } = await begin(fixture);
    const [ada, ben, phone] = [await fixture.person('Ada'), await fixture.person('Ben'), await fixture.person('Benny')];
    const link = await meet(url, ada, [phone]);
    await introduce(ben, url);
    const ask = async (): Promise<void> => {
      await phone.page.goto(`${url}/sign-in`);
      await phone.page.getByTestId('show-device-code').click();
      await ben.page.goto(await phone.page.getByTestId('device-address').inputValue());
      await ben.page.getByTestId('approve-yes').waitFor();
      await look(ben, 'approve');
      await ben.page.getByTestId('approve-yes').click();
      await phone.page.getByTestId('merge-list').waitFor();
    };
    await ask();
    await look(phone, 'merge');
    await phone.page.getByTestId('merge-back').click();
    await phone.page.getByTestId('new-table').waitFor();
    await backAtSeat(phone, link);
    await ask();
    await phone.page.getByTestId('merge-yes').click();
    await phone.page.getByTestId('new-table').waitFor();
    await backAtSeat(phone, link);
    await backAtSeat(ben, link);
  });
});

describe('a closed door', () => {
  test('lets people in by an invitation or a code alone', async ({ fixture }) => {
    const server = await fixture.startServer({ flags: () => ['--door', 'invite', '--door-members'], admin: true });
    const { url } = server;
    const made = await fetch(`${server.adminURL}api/door-codes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ uses: 1 }),
    });
    const { code } = (await made.json()) as { code: string };
    const [ada, ben, eve] = [await fixture.person('Ada'), await fixture.person('Ben'), await fixture.person('Eve')];
    await ada.page.goto(url);
    await ada.page.getByTestId('closed-door').waitFor();
    await look(ada, 'closed door');
    await ada.page.getByTestId('name-input').fill('Ada');
    await ada.page.getByTestId('door-code-field').fill(code);
    await ada.page.getByTestId('set-name').click();
    await ada.page.getByTestId('new-table').waitFor();
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    await join(ben, link, 1);
    await start(ada, [ben]);
    await eve.page.goto(url);
    eve.expectsRefusals = true;
    await eve.page.getByTestId('name-input').fill('Eve');
    await eve.page.getByTestId('door-code-field').fill(code);
    await eve.page.getByTestId('set-name').click();
    await eve.page.getByRole('alert').waitFor();
  });
});
