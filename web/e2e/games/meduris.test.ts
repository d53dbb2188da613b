import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { finishByApi, openPages, playByApi, startTable } from '../kit/api';
import { axeViolations } from '../kit/axe';
import { phone, test } from '../kit/fixture';
import { Keyboard } from '../kit/keyboard';
import { meetBy, tableOf } from '../kit/lobby';
import { untilCurrent, untilPainted } from '../kit/log';
import { long } from '../kit/long';
import { MedurisPlayer } from '../kit/meduris-player';
import { Mouse } from '../kit/mouse';
import type { Person } from '../kit/person';
import { recordPointerEvents } from '../kit/pointer-events';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';
import { en } from '../kit/text';
import { Touch } from '../kit/touch';
import { until } from '../kit/until';

/** These are kinds of elements that are pressed in every whole game. */
const everyKind = ['plateau', 'worker', 'field', 'stock', 'build', 'offer', 'from-hand'];

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

  test('takes a placed worker back', async ({ fixture }) => {
    const people = [await fixture.person('Ada'), await fixture.person('Ben')] as const;
    await openPages(fixture.url, people, await startTable(fixture.url, people));
    const plateaus = ({ page }: Person): ReturnType<Page['locator']> => page.locator('[data-spot^="plateau"].can');
    const asked = (): Promise<Person> =>
      until('a page asks for a worker', async () => {
        for (const person of people) if ((await plateaus(person).count()) > 0) return person;
        return undefined;
      });
    const first = await asked();
    const other = first === people[0] ? people[1] : people[0];
    await new Mouse().press(plateaus(first).first());
    expect(await asked(), 'asked after the worker').toBe(other);
    await first.page.getByRole('button', { name: en['play.takeBack'] }).click();
    await plateaus(first).first().waitFor();
    expect(await asked(), 'asked after the take-back').toBe(first);
    await until('the other player is not asked', async () => (await plateaus(other).count()) === 0);
  });

  test('is played by keyboard and by touch, from the home page', async ({ fixture, annotate }) => {
    const people = [await fixture.person('Ada', { colorScheme: 'dark' }), await fixture.person('Ben', phone)] as const;
    const [ada, ben] = people;
    const pointerEvents = await recordPointerEvents(ada);
    const [keyboard, touch] = [new Keyboard(), new Touch()];
    await meetBy(fixture.url, [ada, keyboard], [ben, touch]);
    await ben.page.getByTestId('log-button').tap();
    await ben.page.getByRole('dialog').getByRole('region', { name: en['play.log'] }).waitFor();
    await ben.page.getByRole('button', { name: en['play.log.close'], exact: true }).tap();

    await touch.press(ben.page.getByRole('button', { name: en['zoom.in'] }));
    await touch.press(ben.page.getByRole('button', { name: en['zoom.whole'] }));

    const player = new MedurisPlayer(new Random(22), (person) => (person === ada ? keyboard : touch));
    if (long) {
      await player.play(people);
      await expectResult(fixture.url, people);
      for (const kind of everyKind) expect(player.pressed.get(kind) ?? 0, `presses: ${kind}`).toBeGreaterThan(0);
      const { byArrows, byPageDown } = keyboard.reached;
      expect(byArrows, 'spots reached by arrows alone').toBeGreaterThan(byPageDown);
    } else {
      await player.play(people, () => player.decisions >= 5);
      const table = tableOf(ada);
      await playByApi(fixture.url, people, table, new Random(3), (moves) => moves >= 20);
      await untilCurrent(people, fixture.url, table);
      await player.play(people, () => player.decisions >= 11);
    }
    await annotate(`${player.decisions} decisions; pressed: ${player.tally()}`);
    await annotate(`keyboard ${JSON.stringify(keyboard.reached)}, enlarged ${JSON.stringify(touch.enlarged)}`);
    if (long) expect(touch.enlarged.byPinch + touch.enlarged.byButton, 'enlargements').toBeGreaterThan(0);
    expect(await ben.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await untilPainted(ada.page);
    for (const { name, page } of people) expect(await axeViolations(page), `axe on the page of ${name}`).toEqual([]);
    expect(pointerEvents).toEqual([]);
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
