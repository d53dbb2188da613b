import { describe, expect } from 'vitest';
import { playByApi, withEmptyPages } from '../kit/api';
import { plain, test } from '../kit/fixture';
import { ListPlayer } from '../kit/list-player';
import { meet, tableOf } from '../kit/lobby';
import { untilCurrent } from '../kit/log';
import { long } from '../kit/long';
import { Random } from '../kit/random';
import { en } from '../kit/text';
import { untilSame } from '../kit/until';

describe('two players and a spectator', () => {
  test('meet by the link, play a whole game on the plain table, and play again', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    const link = await meet(fixture.url, ada, [ben]);
    const player = new ListPlayer(new Random(7));
    await player.play([ada, ben], () => player.count >= (long ? 40 : 8));

    const eve = await fixture.person('Eve', plain);
    await eve.page.goto(link);
    await eve.page.getByText(en['play.watching']).waitFor();
    expect(await eve.page.getByTestId('hand').count(), 'hands on the page of the spectator').toBe(0);
    const all = [ada, ben, eve];
    const before = tableOf(ada);
    if (!long) {
      // The last round is played while the pages show the table, so that the result appears on all of them.
      await withEmptyPages(all, () =>
        playByApi(fixture.url, [ada, ben], before, new Random(8), (_, { finish }) => finish !== undefined),
      );
      await playByApi(fixture.url, [ada, ben], before, new Random(9));
      await untilCurrent(all, fixture.url, before);
    }
    await player.playOut([ada, ben]);

    const scores = await ada.page.getByTestId('scores').innerText();
    for (const { name, page } of [ben, eve]) {
      await untilSame(`${name} sees the same scores`, scores, () => page.getByTestId('scores').innerText());
    }
    const board = await eve.page.locator('section[aria-labelledby="board"]').innerText();
    for (const { name, page } of [ada, ben]) {
      await untilSame(`${name} sees the same final position`, board, () =>
        page.locator('section[aria-labelledby="board"]').innerText(),
      );
    }
    expect(await eve.page.getByTestId('move-button').count(), 'moves on the page of the spectator').toBe(0);

    await eve.page.getByTestId('fair-check').click();
    const verdict = await eve.page.getByTestId('fair-result').innerText();
    expect(verdict, 'the check of the draws').toContain(en['fair.ok']);
    expect(await eve.page.getByTestId('fair-seen').innerText(), 'the spectator came late').toContain(
      en['fair.seen.late'],
    );
    const rules = eve.page.getByTestId('fair-rules');
    await rules.getByText('%').waitFor({ state: 'detached' });
    expect(await rules.innerText(), 'the check of the rules').toMatch(/^All \d+ entries follow from the rules/m);
    await ada.page.getByTestId('fair-check').click();
    expect(await ada.page.getByTestId('fair-seen').innerText(), 'the host saw it first').toContain(
      en['fair.seen.same'],
    );
    expect(await ada.page.getByTestId('fair-own').innerText()).toContain(en['fair.own.same']);

    await ada.page.getByTestId('rematch').click();
    await ada.page.getByTestId('start-table').waitFor();
    await ben.page.getByTestId('rematch-join').click();
    await ben.page.getByTestId('stand-1').waitFor();
    expect(tableOf(ada)).not.toBe(before);
    expect(tableOf(ben)).toBe(tableOf(ada));
    await ada.page.getByTestId('start-table').click();
    const played = player.count;
    await player.play([ada, ben], () => player.count >= played + 3);
    await ben.page.getByTestId('decision-prompt').waitFor();
  });
});
