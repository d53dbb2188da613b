import { describe, expect } from 'vitest';
import { finishByApi } from './kit/api';
import { plain, test } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import { introduce, join, meet, openTable, start, tableOf } from './kit/lobby';
import { logOf, movesOf } from './kit/log';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

/**
 * Deletes all that scripts of this site have stored in the browser, as Safari does after seven days without a visit. The session's cookie stays.
 * Afterwards the page is where it was.
 */
async function loseStorage({ context, page }: Person): Promise<void> {
  const { href, origin } = new URL(page.url());
  await page.goto(`${origin}/healthz`); // no page of the client is open
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,websql,file_systems',
  });
  await devtools.detach();
  const left = await page.evaluate(async () => [
    ...Object.keys(localStorage).filter((key) => key !== 'nemeton.settings'), // the fixture sets the settings of each new page
    ...(await indexedDB.databases()).map(({ name }) => name),
    ...(await caches.keys()),
  ]);
  expect(left, 'what is left in the storage').toEqual([]);
  await page.goto(href);
}

interface Me {
  id: string;
  name: string;
}

interface Record {
  entries: { entry: { kind: string; seat: number; proof?: object } }[];
}

const made = (player: ListPlayer, { name }: Person): number => player.made.get(name) ?? 0;

describe('a browser that loses its storage', () => {
  test('keeps the person, the seats and the game', async ({ fixture }) => {
    const server = await fixture.startServer();
    const ada = await fixture.person('Ada', { ...plain, serviceWorkers: 'allow' });
    const ben = await fixture.person('Ben', plain);
    await meet(server.url, ada, [ben]);
    const table = tableOf(ada);
    const player = new ListPlayer(new Random(61));
    await player.play([ada, ben], () => Math.min(made(player, ada), made(player, ben)) >= 3);
    const me = await (await ada.api(server.url)).get<Me>('/me');
    await ada.page.getByTestId('decision-prompt').waitFor();
    const before = await movesOf(ada, server.url, table, 0);

    await loseStorage(ada);
    await ada.page.getByTestId('decision-prompt').waitFor();
    expect(await (await ada.api(server.url)).get<Me>('/me')).toEqual(me);
    // The whole log is there, also the moves of before.
    await ada.page.getByTestId('log-entry').first().waitFor();
    // The page says that this browser signs nothing, and plays on at once.
    await ada.page.getByTestId('device-note').getByText(en['device.confirm']).waitFor();
    const bare = made(player, ada);
    await player.play([ada, ben], () => made(player, ada) > bare);
    await ada.page.getByTestId('confirm-device').click();
    await ada.page.getByTestId('device-note').waitFor({ state: 'detached' });
    await player.play([ada, ben], () => made(player, ada) >= bare + 3);
    expect(await movesOf(ada, server.url, table, 0)).toBe(before + made(player, ada) - bare);

    // The lists come from the server.
    await ada.page.goto(server.url);
    await ada.page.getByTestId('table-row').waitFor();
    await ada.page.goto(`${server.url}/t/${table}`);
    await ada.page.getByTestId('decision-prompt').waitFor();

    await finishByApi(server.url, [ada, ben], new Random(62));
    for (const { page } of [ada, ben]) await page.getByTestId('result').waitFor();
    const record = await (await ada.api(server.url)).get<Record>(`/tables/${table}/export`);
    const signed = record.entries.filter(({ entry }) => entry.seat === 0 && entry.proof).length;
    expect(signed, "Ada's signed moves: all but the one before the confirmation").toBe(made(player, ada) - 1);
    for (const { page, name } of [ada, ben]) {
      await page.getByTestId('fair-check').click();
      expect(await page.getByTestId('fair-result').innerText(), name).toContain(en['fair.ok']);
      expect(await page.getByTestId('fair-heads').innerText(), name).toContain(en['fair.heads.same']);
    }
    const log = await logOf(ada, server.url, table);
    expect(log.at(-1)?.seq).toBe(log.length);
  });

  test('goes back to the default settings', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    await introduce(ada, fixture.url);
    await ada.page.goto(`${fixture.url}/settings`);
    await ada.page.getByTestId('language-select').selectOption('nl');
    await ada.page.getByRole('radio', { name: 'Nacht' }).check();
    await until('the page is dark', () => ada.page.evaluate(() => document.documentElement.dataset.theme === 'night'));
    await loseStorage(ada);
    // The language is kept with the person.
    await ada.page.getByRole('heading', { name: 'Instellingen' }).waitFor();
    expect(await ada.page.evaluate(() => document.documentElement.dataset.theme)).toBe('day');
    const name = ada.page.getByTestId('name-input');
    await until('the name is read from the server', async () => (await name.inputValue()) === 'Ada');
  });

  test('answers for its seat before the start, and starts', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    await introduce(ada, fixture.url);
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    await join(ben, link, 1);
    await ada.page.locator('[data-testid="start-table"]:enabled').waitFor();
    await loseStorage(ben);
    await ben.page.getByTestId('stand-1').waitFor();
    await start(ada, [ben]);
    const player = new ListPlayer(new Random(63));
    await player.play([ada, ben], () => made(player, ben) >= 2);
    await ben.page.getByTestId('device-note').waitFor();
  });
});
