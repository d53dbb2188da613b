import { networkInterfaces } from 'node:os';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { plainName } from './kit/browser';
import { plain, test } from './kit/fixture';
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
