import { describe, expect } from 'vitest';
import { signIn } from './kit/api';
import { axeViolations } from './kit/axe';
import { giveUp } from './kit/finished-game';
import { pictures } from './kit/pictures';
import { test } from './kit/fixture';

describe('the history of players', () => {
  test('shows finished games, compares two people and invites them to the next table', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { colorScheme: 'light' });
    const ben = await fixture.person('Ben');
    const eve = await fixture.person('Eve');
    await signIn(fixture.url, [ada, ben, eve]);
    for (const title of ['meduris', 'druids']) await giveUp(fixture.url, title, ada, ben);

    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('my-games').click();
    await ada.page.getByTestId('games').waitFor();
    expect(await ada.page.getByTestId('game').count()).toBe(2);
    const [first] = await ada.page.getByTestId('figures').locator('tbody tr').allInnerTexts();
    expect(first?.split('\t').slice(1)).toEqual(['1', '1', '–', '–']);
    const own = new URL(ada.page.url()).pathname;
    await ada.page.getByTestId('game').first().getByRole('link', { name: 'Ben' }).click();
    await ada.page.getByTestId('versus').waitFor();
    expect((await ada.page.getByTestId('versus').locator('tfoot tr').innerText()).split('\t').slice(1)).toEqual([
      '2',
      '2',
      '0',
    ]);
    expect(await axeViolations(ada.page), 'axe on the page of a player').toEqual([]);
    await pictures(ada.page, 'player');

    eve.expectsRefusals = true;
    await eve.page.goto(`${fixture.url}${own}`);
    await eve.page.getByTestId('player-closed').waitFor();

    // The invitation below comes from the stream: nothing polls in this window.
    await ben.page.addInitScript(() => {
      window.setInterval = (() => 0) as unknown as typeof window.setInterval;
    });
    await ben.page.goto(fixture.url);
    await ben.page.getByTestId('companions').waitFor();
    await ada.page.getByTestId('invite-new').click();
    await ada.page.getByTestId('guest').and(ada.page.locator(':checked')).waitFor();
    await ada.page.getByTestId('create-table').click();
    await ada.page.getByTestId('invite-people').getByText('Invited', { exact: true }).waitFor();
    // The invitation appears by itself on the first page.
    await ben.page.getByTestId('accept-invitation').waitFor();
    expect(await axeViolations(ben.page), 'axe on an invitation').toEqual([]);
    await pictures(ben.page, 'invitation');
    await ben.page.getByTestId('accept-invitation').click();
    await ben.page.getByTestId('stand-1').waitFor();

    await ben.page.goto(`${fixture.url}/settings`);
    await ben.page.getByTestId('history-everybody').check();
    const { id } = await (await ben.api(fixture.url)).get<{ id: string }>('/me');
    await eve.page.goto(`${fixture.url}/p/${id}`);
    await eve.page.getByTestId('games').waitFor();
  });
});
