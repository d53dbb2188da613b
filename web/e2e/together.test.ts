import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { pictures } from './kit/pictures';
import { phone, test } from './kit/fixture';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { until } from './kit/until';

async function shows({ page }: Person, seq: number): Promise<void> {
  await until(`entry ${seq} is shown`, async () =>
    (await page.getByTestId('replay-count').innerText()).startsWith(`Entry ${seq} `),
  );
}

describe('a finished game', () => {
  test('is watched together, beside a live table that it cannot touch', async ({ fixture }) => {
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    // A spectator with a link, who is not signed in.
    const eve = await fixture.person('Eve', phone);
    const over = await startTable(fixture.url, [ada, ben], { title: 'druids' });
    await playByApi(fixture.url, [ada, ben], over.id, new Random(3), (made) => made >= 12);
    await (await ben.api(fixture.url)).post(`/tables/${over.id}/concede`, { id: 'give-up' });

    // The live table, in another tab of the same browser.
    const live = await startTable(fixture.url, [ada, ben], { known: true });
    await openPages(fixture.url, [ada], live);
    const table = ada.page;
    const question = await table.locator('[data-question]').getAttribute('data-question');
    const state = async (): Promise<unknown> => (await ada.api(fixture.url)).get(`/tables/${live.id}/view`);
    const before = await state();
    const drawn = await table.locator('.square').innerHTML();

    const tab = await table.context().newPage();
    const changes: string[] = [];
    const said = new Set<string>();
    tab.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()));
    tab.on('websocket', (socket) => {
      if (!socket.url().includes('/tables/')) return;
      socket.on('framesent', ({ payload }) => said.add((JSON.parse(String(payload)) as { t: string }).t));
    });
    const leader = { page: tab } as Person;
    await tab.goto(`${fixture.url}/replay/${over.id}?${over.path.split('?')[1]}`);
    await tab.getByTestId('replay').waitFor();
    await tab.getByTestId('together').click();
    const link = await tab.getByTestId('together-link').inputValue();
    expect(await axeViolations(tab), 'axe in the dialog').toEqual([]);
    await tab.keyboard.press('Escape');

    await eve.page.goto(link);
    await eve.page.getByTestId('together-led').waitFor();
    await tab.getByTestId('replay-forward').click();
    await shows(eve, 2);
    await tab.getByTestId('replay-track').fill('9');
    await shows(eve, 9);
    await tab.getByTestId('replay-eyes').selectOption('open');
    await eve.page.getByTestId('open-hands').waitFor();
    await pictures(eve.page, 'together, led');

    // An own view, at any time.
    await eve.page.getByTestId('replay-back').click();
    await shows(eve, 8);
    await tab.getByTestId('replay-forward').click();
    await shows(leader, 10);
    await eve.page.getByTestId('together-follow').waitFor();
    await pictures(eve.page, 'together, own view');
    await shows(eve, 8);
    await eve.page.getByTestId('together-follow').click();
    await shows(eve, 10);

    // The control is passed with a tap.
    await tab.getByTestId('together').click();
    await tab.getByTestId('together-pass').click();
    await tab.keyboard.press('Escape');
    await tab.getByTestId('together-led').waitFor();
    await eve.page.getByTestId('replay-forward').click();
    await shows(leader, 11);

    expect(changes, 'changes that the tab of the replay asked for').toEqual([]);
    expect([...said].filter((t) => t !== 'ping')).toEqual(['watch']);
    expect(await state()).toEqual(before);
    expect(await table.locator('[data-question]').getAttribute('data-question')).toBe(question);
    expect(await table.locator('.square').innerHTML()).toBe(drawn);
    expect([ada.faults, eve.faults]).toEqual([[], []]);
  });
});
