import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { plainName } from './kit/browser';
import { phone, plain, test } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import { movesOf } from './kit/log';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

/** This is the machine's address in its network. Chromium trusts all of 127.0.0.0/8 like localhost. */
const address = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('plain http in the home network', () => {
  // Without a network, Chromium resolves a name other than localhost to this machine. Such a page has no secure context either.
  test(`works at ${address ? "the machine's address" : plainName}, with rate limits`, async ({ fixture }) => {
    const server = await fixture.startServer(address ? { host: address, limits: true } : { limits: true });
    const url = address ? server.url : server.url.replace('127.0.0.1', plainName);
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    await introduce(ada, url);
    const secure = await ada.page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator]);
    expect(secure, 'secure context, randomUUID, clipboard').toEqual([false, false, false]);

    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    expect(link.startsWith(`${url}/t/`), link).toBe(true);
    await ada.page.getByRole('button', { name: en['open.copy'] }).click();
    await ada.page.getByText(en['app.copied']).waitFor();
    expect(await pasted(ada.page), 'the clipboard').toBe(link);
    await join(ben, link, 1);
    await start(ada, [ben]);

    const cookies = await ben.context.cookies(url);
    expect(cookies.map(({ httpOnly, secure: tls }) => ({ httpOnly, tls }))).toEqual([{ httpOnly: true, tls: false }]);
    const player = new ListPlayer(new Random(31));
    await player.play([ada, ben], () => player.count >= 6);
    await ben.page.reload();
    await ben.untilConnection('online');
    await player.play([ada, ben], () => player.count >= 9);
    const table = tableOf(ada);
    for (const [seat, person] of [ada, ben].entries()) {
      await until('the log has every move', async () => {
        return (await movesOf(person, url, table, seat)) === (player.made.get(person.name) ?? 0);
      });
    }
  });
});

describe('the engine over plain http', () => {
  test('checks a record and plays a game on the device, and the page says that it needs the network', async ({
    fixture,
  }) => {
    const ada = await fixture.person('Ada', { ...phone, ...plain });
    const url = fixture.url.replace('127.0.0.1', plainName);
    await ada.page.goto(`${url}/check`);
    expect(await ada.page.evaluate(() => isSecureContext), 'a secure context').toBe(false);
    await ada.page
      .getByTestId('record-file')
      .setInputFiles(resolve(import.meta.dirname, '../../docs/fairness-record.json'));
    await until('the record was judged by the rules', async () =>
      (await ada.page.getByTestId('fair-result').innerText()).includes(en['fair.ok.rules']),
    );
    await ada.page.goto(`${url}/local`);
    await ada.page.getByText(en['local.plain']).waitFor();
    await ada.page.getByText(en['local.safari']).waitFor();
    await ada.page.getByTestId('local-level').selectOption('easy');
    await ada.page.getByTestId('local-start').click();
    await ada.page.getByTestId('local-bar').waitFor();
    expect(ada.faults).toEqual([]);
  });
});

/** Returns the text of the clipboard, by pasting it into a field. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.dataset.testid = 'paste-here';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('Control+V');
  const text = await page.getByTestId('paste-here').inputValue();
  await page.getByTestId('paste-here').evaluate((field) => field.remove());
  return text;
}
