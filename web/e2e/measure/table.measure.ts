import { loadavg } from 'node:os';
import { expect } from 'vitest';
import { test } from '../kit/fixture';
import { meet, tableOf } from '../kit/lobby';
import { Random } from '../kit/random';
import { until } from '../kit/until';
import { record } from './frames';
import { SocketPlayer } from './socket-player';

/** This is the seq in the middle of a game of two. */
const middle = 90;
/** This is the factor by which the CPU of the page is slowed down. */
const throttle = 4;

const animated = { reducedMotion: 'no-preference' } as const;

test('frames of a running table, during animations and while moves glow', async ({ fixture }) => {
  const { url } = fixture;
  const host = await fixture.person('Ana', animated);
  const guest = await fixture.person('Bo', animated);
  await meet(url, host, [guest]);
  const table = tableOf(host);
  const random = new Random(7);
  const players: SocketPlayer[] = [];
  for (const { context, page } of [host, guest]) {
    // Only the measured page draws the table.
    await page.goto('about:blank');
    const other = await context.newPage();
    await other.goto(`${url}/livez`);
    players.push(await SocketPlayer.connect(other, table));
  }
  const turn = (): Promise<boolean> =>
    until('a player owes a move', async () => {
      for (const player of players) if (await player.play(random.below(1000) / 1000)) return true;
      return undefined;
    });
  while (((await players[0]?.state())?.seq ?? 0) < middle) await turn();

  const { page } = host;
  // Chromium draws a page in the background once a second.
  await page.bringToFront();
  await page.goto(`${url}/t/${table}`);
  await page.locator('[data-spot]').first().waitFor();
  const cdp = await host.context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  await page.waitForTimeout(2000);

  const stopAnimations = await record(page);
  for (let i = 0; i < 20; i++) {
    await turn();
    await page.waitForTimeout(900);
  }
  const animations = await stopAnimations();

  // Play until the measured player has many moves and the animations are over.
  for (;;) {
    await page.waitForTimeout(50);
    if (((await players[0]?.state())?.moves ?? 0) > 4) break;
    await turn();
  }
  await page.waitForTimeout(6000);
  expect(await page.locator('.can').count()).toBeGreaterThan(0);
  const stopGlow = await record(page);
  await page.waitForTimeout(8000);
  const glow = await stopGlow();

  console.log(JSON.stringify({ animations, glow, throttle, load: loadavg().map((n) => Math.round(n * 10) / 10) }));
});
