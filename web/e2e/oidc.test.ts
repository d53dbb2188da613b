import { afterEach, beforeEach, describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { test, type Fixture } from './kit/fixture';
import { IdentityProvider } from './kit/identity-provider';
import { introduce, openTable, start } from './kit/lobby';
import type { Person } from './kit/person';
import { pictures } from './kit/pictures';
import { en } from './kit/text';

/** Chooses an identity on the page of the provider, which then leads back. */
async function signInAs({ page }: Person, identity: string): Promise<void> {
  await page.getByTestId('use-oidc').click();
  await page.getByRole('link', { name: identity }).click();
}

describe('the sign-in of another site', () => {
  let provider: IdentityProvider;
  beforeEach(async () => {
    provider = await IdentityProvider.start();
  });
  afterEach(() => provider.close());

  /** Starts a server with the provider, and returns its URL. */
  async function begin(fixture: Fixture, door: string): Promise<string> {
    const server = await fixture.startServer({
      flags: (port) => [
        ...['--public-url', `http://localhost:${port}`, '--door', door],
        ...[
          '--oidc-issuer',
          provider.issuer,
          '--oidc-client',
          'games',
          '--oidc-secret',
          'secret',
          '--oidc-name',
          'Club',
        ],
      ],
    });
    return server.url.replace('127.0.0.1', 'localhost');
  }

  test('opens a door that nothing else opens, and leads back to the seat', async ({ fixture }) => {
    const url = await begin(fixture, 'oidc');
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    await ada.page.goto(url);
    await ada.page.getByTestId('use-oidc').waitFor();
    expect(await ada.page.getByTestId('name-input').count()).toBe(0);
    expect(await axeViolations(ada.page)).toEqual([]);
    await pictures(ada.page, 'door of a provider');
    await ada.page.getByTestId('play-meduris').click();
    await ada.page.locator('h2:focus').waitFor();
    await signInAs(ada, 'Nobody');
    await ada.page.getByRole('alert').waitFor();
    expect(await axeViolations(ada.page)).toEqual([]);
    await pictures(ada.page, 'sign-in that a provider refused');
    await signInAs(ada, 'Ada');
    const link = await openTable(ada, { seats: 2, visibility: 'private' });

    await ben.page.goto(link);
    await signInAs(ben, 'Ben');
    await ben.page.getByTestId('sit-1').click();
    await ben.page.getByTestId('stand-1').waitFor();
    await start(ada, [ben]);
    await ben.context.clearCookies();
    await ben.page.goto('about:blank');
    await ben.page.goto(link);
    await ben.page.getByTestId('that-is-mine').click();
    await signInAs(ben, 'Ben');
    await ben.page.getByTestId('leave').waitFor();
  });

  test('is added to a person, and to nobody else', async ({ fixture }) => {
    const url = await begin(fixture, 'open');
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    for (const person of [ada, ben]) {
      await introduce(person, url);
      await person.page.goto(`${url}/settings`);
      await person.page.getByTestId('add-oidc').click();
      await person.page.getByRole('link', { name: 'Ada' }).click();
    }
    await ada.page.getByTestId('way').waitFor();
    await ben.page.getByRole('alert').waitFor();
    expect(await ben.page.getByTestId('way').count()).toBe(0);
    await pictures(ben.page, 'settings with an identity of somebody else');
    await ada.context.clearCookies();
    await ada.page.goto(`${url}/sign-in`);
    await signInAs(ada, 'Ada');
    await ada.page.getByTestId('new-table').waitFor();
    await ada.page.goto(`${url}/settings`);
    await ada.page.getByTestId('way').waitFor();
    // Beside an open door, an identity that nobody has added is a new person.
    await ben.context.clearCookies();
    await ben.page.goto(`${url}/sign-in`);
    await signInAs(ben, 'Ben');
    await ben.page.getByTestId('new-table').waitFor();
    await ben.page.getByText(en['home.mine.none']).waitFor();
  });
});
