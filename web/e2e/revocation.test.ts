import { picture } from './kit/pictures';
import { letIn } from './kit/let-in';
import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { phone, test } from './kit/fixture';
import { introduce, join, meet, openTable, tableOf } from './kit/lobby';
import { en } from './kit/text';

describe('revocation', () => {
  test('a removed player is out, and comes back once the host allows it', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { viewport: { width: 1440, height: 900 } });
    const ben = await fixture.person('Ben', phone);
    await introduce(ada, fixture.url);
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    ben.expectsRemoval = true;
    await join(ben, link, 1);
    await ada.page.getByTestId('remove-1').click();
    await picture(ada.page, 'remove');
    await ada.page.getByTestId('sure-yes').click();
    await ben.page.getByRole('heading', { name: en['missing.removed'] }).waitFor();
    await picture(ben.page, 'removed');
    expect(await axeViolations(ben.page), 'axe on the page of a removed player').toEqual([]);
    const allow = ada.page.getByRole('button', { name: 'Allow Ben again' });
    await allow.waitFor();
    await picture(ada.page, 'barred');
    expect(await axeViolations(ada.page), 'axe on the list of removed players').toEqual([]);
    expect(await ada.page.getByTestId('invite-link').inputValue(), 'the link of the others').toBe(link);

    await ben.page.goto(link);
    await ben.page.getByText(en['connection.stopped.4001']).waitFor();
    await allow.focus();
    await ada.page.keyboard.press('Enter');
    await allow.waitFor({ state: 'detached' });
    await ben.page.goto(link);
    await ben.page.getByTestId('sit-1').click();
    await ben.page.getByTestId('stand-1').waitFor();
  });

  test('a player signs out everywhere else and withdraws an offered seat', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { viewport: { width: 1440, height: 900 } });
    const ben = await fixture.person('Ben');
    const tablet = await fixture.person('Ada', phone);
    await meet(fixture.url, ada, [ben]);
    const table = tableOf(ada);
    await letIn(ada, tablet, fixture.url);
    await ada.page.goto(`${fixture.url}/settings`);
    // The tablet, in other hands, offers the seat and opens the table.
    const offered = await tablet.page.request.post(`${fixture.url}/api/v1/tables/${table}/handover`);
    expect(offered.status()).toBe(200);
    const { code } = (await offered.json()) as { code: string };
    await tablet.page.goto(`${fixture.url}/settings`);
    await tablet.page.getByTestId('link-handover').waitFor();
    await picture(tablet.page, 'settings-narrow');
    expect(await axeViolations(tablet.page), 'axe on the settings of a phone').toEqual([]);
    await tablet.page.goto(`${fixture.url}/t/${table}`);
    await tablet.page.getByTestId('decision-prompt').waitFor();

    await ada.page.reload();
    await ada.page.getByTestId('link-handover').waitFor();
    await picture(ada.page, 'settings-wide');
    expect(await axeViolations(ada.page), 'axe on the settings').toEqual([]);
    await ada.page.getByTestId('revoke-others').click();
    await picture(ada.page, 'revoke-sure');
    await ada.page.getByTestId('sure-yes').click();
    await ada.page.getByTestId('link-handover').waitFor({ state: 'detached' });
    await tablet.page.getByText(en['connection.stopped.4004']).waitFor();
    const eve = await fixture.person('Eve');
    await introduce(eve, fixture.url);
    const claimed = await eve.page.request.post(`${fixture.url}/api/v1/tables/${table}/claim`, {
      data: { id: 'c', code },
    });
    expect(claimed.status()).toBe(404);
  });
});
