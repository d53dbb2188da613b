import { describe, expect } from 'vitest';
import { phones, pictures } from './kit/pictures';
import { openPages, playByApi, signIn, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { desk, phone, test } from './kit/fixture';
import { untilCurrent } from './kit/log';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { until } from './kit/until';

const said = async ({ page }: Person): Promise<string[]> =>
  (await page.getByTestId('chat-message').locator('.text').allInnerTexts()).map((text) => text.trim());

async function write({ page }: Person, text: string): Promise<void> {
  await page.getByTestId('chat-input').fill(text);
  await page.getByTestId('chat-input').press('Enter');
}

describe('the chat of a table', () => {
  test('lets players talk apart from spectators, on a desk and on a phone', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...desk, colorScheme: 'light' });
    const ben = await fixture.person('Ben', { ...phone, colorScheme: 'dark', locale: 'nl-NL' });
    const eve = await fixture.person('Eve', desk);
    const table = await startTable(fixture.url, [ada, ben]);
    await signIn(fixture.url, [eve]);
    await openPages(fixture.url, [ada, ben, eve], table);

    for (const { page } of [ada, eve]) await page.getByTestId('tab-chat').click();
    await write(ada, 'Hello @Ben, see https://example.org/rules.');
    await ada.page.getByTestId('phrases').click();
    await ada.page.getByTestId('phrase-good_luck').click();
    await write(eve, 'watching');
    await until('the phone shows two unread messages', async () =>
      (await ben.page.getByTestId('unread-badge').allInnerTexts()).includes('2'),
    );
    // A reload loses no unread message.
    await ben.page.reload();
    await until('it still does after a reload', async () =>
      (await ben.page.getByTestId('unread-badge').allInnerTexts()).includes('2'),
    );
    await save(ben, 'chat-unread');
    await ben.page.getByTestId('log-button').click();
    await ben.page.getByTestId('tab-chat').click();
    await until('the phone shows both, the phrase in Dutch', async () => (await said(ben)).length === 2);
    expect((await said(ben))[1]).toBe('Succes en veel plezier!');
    const link = ben.page.getByTestId('chat-message').first().getByRole('link');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await link.innerText()).toContain('(example.org)');
    await ben.page.getByTestId('unread-badge').waitFor({ state: 'detached' });
    await write(ben, 'Hoi!');
    await until('the answer arrives', async () => (await said(ada)).includes('Hoi!'));
    expect(await said(eve)).toEqual(['watching']);
    expect(await axeViolations(ada.page), 'axe on the chat').toEqual([]);
    await save(ada, 'chat-desk');
    await save(ben, 'chat-phone');

    await ada.page.getByTestId('chat-message').nth(1).getByTestId('message-more').click();
    await ada.page.getByTestId('chat-delete').click();
    await ada.page.getByTestId('chat-delete-sure').click();
    await ben.page.getByText('Verwijderd door de schrijver.').waitFor();

    await playByApi(fixture.url, [ada, ben], table.id, new Random(5), (made) => made >= 14);
    await untilCurrent([ada, ben], fixture.url, table.id);
    await ada.page.getByTestId('tab-log').click();
    await ada.page.getByTestId('react').last().focus();
    await ada.page.getByTestId('react').last().press('Enter');
    const reachable = await ada.page.getByTestId('react-heart').evaluate((heart) => {
      const { x, y, width, height } = heart.getBoundingClientRect();
      return heart.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(reachable, 'the choices below the last entry of the log').toBe(true);
    await save(ada, 'chat-react');
    await ada.page.getByTestId('react-heart').click();
    await ada.page.getByTestId('reaction-heart').waitFor();
    await ben.page.getByTestId('tab-log').click();
    await ben.page.getByTestId('reaction-heart').waitFor();
    await save(ada, 'chat-reaction');

    // After the end everybody reads both channels.
    await (await ben.api(fixture.url)).post(`/tables/${table.id}/concede`, { id: 'give-up' });
    await eve.page.getByTestId('channel-players').click();
    await until('the spectator reads the players', async () => (await said(eve)).includes('Hoi!'));
    await save(eve, 'chat-over');
  });

  test('is open to everybody at a table before the start', async ({ fixture }) => {
    const ada = await fixture.person('Ada', desk);
    const ben = await fixture.person('Ben', phone);
    await signIn(fixture.url, [ada, ben]);
    const host = await ada.api(fixture.url);
    const { table } = await host.post<{ table: { id: string } }>('/tables', {
      title: 'druids',
      seats: 3,
      visibility: 'public',
    });
    for (const { page } of [ada, ben]) await page.goto(`${fixture.url}/t/${table.id}`);
    await write(ben, 'May I join?');
    await until('the host reads it', async () => (await said(ada)).includes('May I join?'));
    await write(ada, 'Yes, @Ben, take a seat.');
    await until('the visitor reads the answer', async () => (await said(ben)).length === 2);
    await save(ada, 'chat-lobby');
    await ben.page.getByTestId('chat-input').scrollIntoViewIfNeeded();
    await save(ben, 'chat-lobby-phone');
  });
});

/** A dialog stays open in windows of a similar shape only. */
const save = ({ page }: Person, name: string): Promise<void> =>
  pictures(page, name, page.viewportSize()?.width === 1440 ? [{ width: 1440, height: 900 }] : phones);
