import { loadavg } from 'node:os';
import { expect } from 'vitest';
import { Chance } from '../kit/chance';
import { test } from '../kit/house';
import { meet, tableOf } from '../kit/lobby';
import { until } from '../kit/until';
import { record } from './frames';
import { Hands } from './hands';

/** How many entries a game of two has about its middle. */
const middle = 90;
const throttle = 4;

test('frames of a running table, in the story and while moves glow', async ({ house }) => {
  const { url } = await house.server();
  const host = await house.person('Ana');
  const guest = await house.person('Bo');
  await meet(url, host, [guest]);
  const table = tableOf(host);
  const chance = new Chance(7);
  const hands: Hands[] = [];
  for (const { context, page } of [host, guest]) {
    // The table itself is drawn in one page alone: the watched one.
    await page.goto('about:blank');
    const still = await context.newPage();
    await still.goto(`${url}/livez`);
    hands.push(await Hands.at(still, table));
  }
  const turn = (): Promise<boolean> =>
    until('somebody owes a move', async () => {
      for (const hand of hands) if (await hand.play(chance.below(1000) / 1000)) return true;
      return undefined;
    });
  while (((await hands[0]?.standing())?.seq ?? 0) < middle) await turn();

  const { page } = host;
  // A page behind another is drawn once a second.
  await page.bringToFront();
  await page.goto(`${url}/t/${table}`);
  await page.locator('[data-spot]').first().waitFor();
  const cdp = await host.context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.waitForTimeout(2000);

  const told = await record(page);
  for (let i = 0; i < 20; i++) {
    await turn();
    await page.waitForTimeout(900);
  }
  const story = await told();

  // On until the watched player has much to choose from, and the story of how it came to that is over.
  for (;;) {
    await page.waitForTimeout(50);
    if (((await hands[0]?.standing())?.moves ?? 0) > 4) break;
    await turn();
  }
  await page.waitForTimeout(6000);
  expect(await page.locator('.can').count()).toBeGreaterThan(0);
  const glowing = await record(page);
  await page.waitForTimeout(8000);
  const glow = await glowing();

  console.log(JSON.stringify({ story, glow, throttle, load: loadavg().map((n) => Math.round(n * 10) / 10) }));
});
