import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { finishByApi, openPages, playByApi, startTable } from '../kit/api';
import { test } from '../kit/fixture';
import { long } from '../kit/long';
import { everyKind, MedurisPlayer } from '../kit/meduris-player';
import { Mouse } from '../kit/mouse';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';
import { en } from '../kit/text';
import { until } from '../kit/until';

describe('Meduris', () => {
  test('is played by mouse, with animations and a log that follows', async ({ fixture, annotate }) => {
    const ada = await fixture.person('Ada', { reducedMotion: 'no-preference', settings: { pace: 'fast' } });
    const people = [ada, await fixture.person('Ben')] as const;
    const table = await startTable(fixture.url, people);
    if (!long) await playByApi(fixture.url, people, table.id, new Random(1), (moves) => moves >= 50);
    await openPages(fixture.url, people, table);
    const ben = people[1].page;
    await ben.getByRole('button', { name: en['zoom.lens'] }).click();
    await ben.getByTestId('lens').waitFor();
    await ben.keyboard.press('m');
    await ben.getByTestId('lens').waitFor({ state: 'detached' });

    const mouse = new Mouse();
    const player = new MedurisPlayer(new Random(11), () => mouse);
    const caption = ada.page.getByTestId('caption').first().waitFor();
    await player.play(people, () => player.decisions >= (long ? 60 : 6));
    await caption;
    await ada.page.emulateMedia({ reducedMotion: 'reduce' });
    await expectLogToFollow(ada.page, () => player.play(people, () => player.decisions >= (long ? 66 : 8)));
    if (long) await player.play(people);
    else await finishByApi(fixture.url, people, new Random(2));
    const scores = await expectResult(fixture.url, people);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}; pressed: ${player.tally()}`);
    if (long)
      for (const kind of everyKind) expect(player.pressed.get(kind) ?? 0, `presses: ${kind}`).toBeGreaterThan(0);
  });
});

/** Expects the log to stay at its newest line if the window's size changes, and while more moves follow. */
async function expectLogToFollow(page: Page, playOn: () => Promise<void>): Promise<void> {
  const log = page.getByRole('region', { name: en['play.log'] });
  const follows = (): Promise<boolean> =>
    log.evaluate((it) => it.scrollHeight > it.clientHeight && it.scrollHeight - it.scrollTop - it.clientHeight < 2);
  await until('the log is at its newest line', follows);
  await page.setViewportSize({ width: 390, height: 844 });
  await log.waitFor({ state: 'detached' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1040, height: 700 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await until(`the log is at its newest line at ${size.width} by ${size.height}`, follows);
  }
  await playOn();
  await until('the log follows the new moves', follows);
}
