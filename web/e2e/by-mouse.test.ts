import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { expectEnding } from './kit/ending';
import { gather } from './kit/gathering';
import { test } from './kit/house';
import { Mouse } from './kit/mouse';
import { Player } from './kit/player';
import { until } from './kit/until';

describe('a whole game by mouse', () => {
  test('is played on the board and in its panels, while what happens is shown', async ({ house, annotate }) => {
    const server = await house.server();
    // One of them wants no motion, so that the machine has to draw it only once.
    const people = [await house.person('Ada'), await house.person('Ben', { reducedMotion: 'reduce' })] as const;
    await people[0].context.addInitScript(() => {
      localStorage.setItem('nemeton.settings', JSON.stringify({ pace: 'fast' }));
    });
    const hands = new Mouse();
    await gather([hands, hands], server.url, ...people);
    const ben = people[1].page;
    await ben.getByRole('button', { name: /Magnifier/ }).click();
    await ben.getByTestId('lens').waitFor();
    await ben.keyboard.press('m');
    await ben.getByTestId('lens').waitFor({ state: 'detached' });
    const player = new Player(new Chance(11), hands);
    const shown = people[0].page.getByTestId('caption').first();
    const told = shown.waitFor({ timeout: 60_000 }).then(
      () => true,
      () => false,
    );
    await player.play(people, () => player.decisions >= 60);
    expect(await told, 'what happens is shown').toBe(true);
    await expectLogToFollow(people[0].page, () => player.play(people, () => player.decisions >= 66));
    await player.play(people);
    const scores = await expectEnding(server.url, people);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}; pressed: ${player.tally()}`);
    for (const kind of ['plateau', 'worker', 'field', 'stock', 'build', 'offer', 'from-hand'])
      expect(player.pressed.get(kind) ?? 0, `how often a ${kind} was chosen`).toBeGreaterThan(0);
  });
});

/** Expects the log to stay at its newest line when the window's size changes, and while more happens after that. */
async function expectLogToFollow(page: Page, more: () => Promise<void>): Promise<void> {
  const box = page.getByRole('region', { name: 'What happened' });
  const follows = (): Promise<boolean> =>
    box.evaluate((it) => it.scrollHeight > it.clientHeight && it.scrollHeight - it.scrollTop - it.clientHeight < 2);
  await until('the log is at its newest line', follows);
  await page.setViewportSize({ width: 390, height: 844 });
  await box.waitFor({ state: 'detached' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1040, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await until(`the log is at its newest line at ${size.width} by ${size.height}`, follows);
  }
  await more();
  await until('the log follows what happened since', follows);
}
