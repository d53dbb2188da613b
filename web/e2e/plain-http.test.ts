import { networkInterfaces } from 'node:os';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { plainName } from './kit/browser';
import { Chance } from './kit/chance';
import { Clicker } from './kit/clicker';
import { test } from './kit/house';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import { movesOf } from './kit/log';
import { until } from './kit/until';

/** This machine's address on its network. 127.0.0.0/8 will not do: Chromium trusts it like localhost. */
const address = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe('over plain http in the home network', () => {
  // Without a network there is still a name that is not localhost, which the browser treats the same way.
  test(`on ${address ? "this machine's own address" : `http://${plainName}, for want of a network`}, all works`, async ({
    house,
  }) => {
    // With the limits that people have: a household plays from one address.
    house.plain = true;
    const server = await house.server(address ? { host: address, limits: true } : { limits: true });
    const url = address ? server.url : server.url.replace('127.0.0.1', plainName);
    const ada = await house.person('Ada');
    const ben = await house.person('Ben');
    await introduce(ada, url);
    const secure = await ada.page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'clipboard' in navigator]);
    expect(secure, 'secure context, randomUUID, clipboard').toEqual([false, false, false]);

    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    expect(link.startsWith(`${url}/t/`), link).toBe(true);
    await ada.page.getByRole('button', { name: 'Copy' }).click();
    await ada.page.getByText('Copied.').waitFor();
    expect(await pasted(ada.page), 'what was copied').toBe(link);
    await join(ben, link, 1);
    await start(ada, [ben]);

    const cookies = await ben.context.cookies(url);
    expect(cookies.map(({ httpOnly, secure: tls }) => ({ httpOnly, tls }))).toEqual([{ httpOnly: true, tls: false }]);
    const clicker = new Clicker(new Chance(31));
    await clicker.play([ada, ben], () => clicker.count >= 20);
    await ben.page.reload();
    await ben.untilConnection('online');
    await clicker.play([ada, ben], () => clicker.count >= 24);
    const table = tableOf(ada);
    for (const [seat, person] of [ada, ben].entries()) {
      await until('the log has every move', async () => {
        return (await movesOf(person, url, table, seat)) === clicker.made.get(person.name);
      });
    }
  });
});

/** What the clipboard holds, found out as people do: by pasting it into a field. */
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
