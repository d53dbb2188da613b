import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, playByApi, startTable } from '../kit/api';
import { test } from '../kit/fixture';
import { keyboardAndTouch } from '../kit/keyboard-and-touch';
import { meetBy, tableOf } from '../kit/lobby';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import { everyKind, MedurisPlayer } from '../kit/meduris-player';
import { Mouse } from '../kit/mouse';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';
import { en } from '../kit/text';
import { until } from '../kit/until';

describe('Meduris', () => {
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
    const { people, keyboard, touch, texts, inputOf, check } = await keyboardAndTouch(fixture, 'de');
    const [ada, ben] = people;
    await meetBy(fixture.url, [ada, keyboard], [ben, touch]);
    await ben.page.getByTestId('log-button').tap();
    await ben.page
      .getByRole('dialog')
      .getByRole('region', { name: texts['play.log'] ?? '' })
      .waitFor();
    await ben.page.getByRole('button', { name: texts['app.close'] ?? '', exact: true }).tap();

    await touch.press(ben.page.getByTestId('zoom-in'));
    await touch.press(ben.page.getByTestId('zoom-whole'));

    const player = new MedurisPlayer(new Random(22), inputOf);
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
    await check(annotate, `${player.decisions} decisions; pressed: ${player.tally()}`);
  });
});
