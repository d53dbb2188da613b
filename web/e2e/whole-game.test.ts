import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { Clicker } from './kit/clicker';
import { test } from './kit/house';
import { meet, tableOf } from './kit/lobby';
import { untilSame } from './kit/until';

describe('two friends and a watcher', () => {
  test('meet by the link, play a whole game by clicking, and play again', async ({ house }) => {
    const server = await house.server();
    const ada = await house.person('Ada');
    const ben = await house.person('Ben');
    const link = await meet(server.url, ada, [ben]);
    const clicker = new Clicker(new Chance(7));
    await clicker.play([ada, ben], () => clicker.count >= 40);

    const eve = await house.person('Eve');
    await eve.page.goto(link);
    await eve.page.getByText('You are watching').waitFor();
    expect(await eve.page.getByTestId('hand').count(), 'the watcher has no hand').toBe(0);
    await clicker.playOut([ada, ben]);

    const scores = await ada.page.getByTestId('scores').innerText();
    for (const person of [ben, eve]) {
      await untilSame(`${person.name} sees the same scores`, scores, () =>
        person.page.getByTestId('scores').innerText(),
      );
    }
    const board = await eve.page.locator('section[aria-labelledby="board"]').innerText();
    for (const person of [ada, ben]) {
      await untilSame(`${person.name} sees the same final position`, board, () =>
        person.page.locator('section[aria-labelledby="board"]').innerText(),
      );
    }
    expect(await eve.page.getByTestId('move-button').count(), 'the watcher was never asked').toBe(0);

    await eve.page.getByTestId('fair-check').click();
    const verdict = await eve.page.getByTestId('fair-result').innerText();
    expect(verdict, 'the watcher checks the dice').toContain('All is well');

    const before = tableOf(ada);
    await ada.page.getByTestId('rematch').click();
    await ada.page.getByTestId('start-table').waitFor();
    await ben.page.getByTestId('rematch-link').click();
    await ben.page.getByTestId('stand-1').waitFor();
    expect(tableOf(ada)).not.toBe(before);
    expect(tableOf(ben)).toBe(tableOf(ada));
    await ada.page.getByTestId('start-table').click();
    await clicker.play([ada, ben], () => clicker.count >= 3);
    await ben.page.getByTestId('decision-prompt').waitFor();
  });
});
