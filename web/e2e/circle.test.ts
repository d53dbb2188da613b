import { describe, expect } from 'vitest';
import { signIn } from './kit/api';
import { languageCodes } from '../src/dev/raw-texts';
import type { ApiSession } from './kit/api-session';
import { axeViolations } from './kit/axe';
import { brokenWords } from './kit/broken-words';
import { test } from './kit/fixture';
import { giveUp } from './kit/finished-game';
import { Guest } from './kit/guest';
import { inLanguage } from './kit/languages';
import { pictures } from './kit/pictures';

describe('the circle', () => {
  test('two people become friends, find a table for friends, and part', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { colorScheme: 'light' });
    const ben = await fixture.person('Ben');
    const eve = await fixture.person('Eve');
    await signIn(fixture.url, [ada, ben, eve]);
    for (const title of ['meduris', 'druids']) await giveUp(fixture.url, title, ada, ben);
    await giveUp(fixture.url, 'meduris', ada, eve);

    await ben.page.goto(fixture.url);
    await ben.page.getByTestId('companions').waitFor();
    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('my-circle').click();
    await ada.page.getByRole('button', { name: 'Ask Ben to be friends' }).click();
    await ada.page.getByTestId('friend').and(ada.page.locator('[data-state=asked]')).waitFor();
    // The question appears by itself on the first page of the other one.
    await ben.page.getByTestId('friend-questions').getByTestId('agree').click();
    await ben.page.getByTestId('friend-questions').waitFor({ state: 'detached' });
    const figures = ada.page.getByTestId('circle-figures');
    await figures.waitFor();
    const rows = figures.locator('tbody tr');
    expect((await rows.allInnerTexts()).map((row) => row.split('\t'))).toEqual([
      ['Ada', '1', '1', '1', '1', ''],
      ['Ben', '1', '0', '–', '0', '1 : 0'],
      ['Ada', '1', '1', '1', '1', ''],
      ['Ben', '1', '0', '–', '0', '1 : 0'],
    ]);
    expect(await axeViolations(ada.page), 'axe on the circle').toEqual([]);
    await pictures(ada.page, 'circle');

    await ada.page.getByTestId('invite-friend').click();
    await ada.page.getByTestId('visibility-select').selectOption('friends');
    await pictures(ada.page, 'new table for friends');
    await ada.page.getByTestId('create-table').click();
    await ada.page.getByTestId('invite-link').waitFor();
    const { pathname } = new URL(ada.page.url());
    const listed = ben.page.locator(`[data-testid=table-row][href="${pathname}"]`);
    await ben.page.goto(fixture.url);
    await listed.waitFor();
    await listed.click();
    await ben.page.getByTestId('sit-1').waitFor();
    eve.expectsRefusals = true;
    await eve.page.goto(`${fixture.url}${pathname}`);
    await eve.page.getByRole('heading', { name: /not/ }).waitFor();

    // A former friend who watches loses the table at once.
    ben.expectsRefusals = true;
    await ada.page.goto(`${fixture.url}/circle`);
    await ada.page.getByTestId('end-friend').click();
    await ada.page.getByTestId('sure-yes').click();
    await ada.page.getByTestId('circle-figures').waitFor({ state: 'detached' });
    await ben.page.locator('[data-testid=connection-state][data-state=stopped]').waitFor();
    await ben.page.reload();
    await ben.page.getByRole('heading', { name: /not/ }).waitFor();
  });

  test('shows names of eight letters whole on narrow phones, in every language', async ({ fixture }) => {
    const [host, guest] = [await fixture.person('Marianne'), new Guest('Wolfgang')];
    await signIn(fixture.url, [host, guest]);
    const [hostApi, guestApi] = [await host.api(fixture.url), await guest.api(fixture.url)];
    const id = async (api: ApiSession): Promise<string> =>
      (await api.get<{ player: { id: string } }>('/session')).player.id;
    for (let game = 0; game < 12; game++) await giveUp(fixture.url, 'meduris', host, guest);
    // Her best row of wins is over.
    await giveUp(fixture.url, 'meduris', guest, host);
    await hostApi.put(`/me/friends/${await id(guestApi)}`);
    await guestApi.put(`/me/friends/${await id(hostApi)}`);
    for (const language of languageCodes) {
      const { page } = await inLanguage(fixture, host, language, { viewport: { width: 360, height: 740 } });
      await page.goto(`${fixture.url}/circle`);
      await page.getByTestId('circle-figures').waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      expect(await brokenWords(page.locator('table.figures :is(th, td)')), language).toEqual([]);
      await page.close();
    }
  });
});
