import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, test } from './kit/fixture';
import { Guest } from './kit/guest';

const screens = [
  { screen: '1440', options: { viewport: { width: 1440, height: 900 } } },
  { screen: '390', options: phone },
  { screen: '844', options: { ...phone, viewport: { width: 844, height: 390 } } },
];

describe('a table with clocks', () => {
  test('shows five of them beside the names, and gives a player more time with one tap', async ({ fixture }) => {
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Benjamin')];
    const players = [ada, ben, new Guest('Cleo'), new Guest('Dora'), new Guest('Emil')];
    // Nothing happens at zero, however long a busy machine takes.
    const pace = { kind: 'live', bank: 50, increment: 5, byHand: true };
    const table = await startTable(fixture.url, players, { title: 'druids', pace });
    for (const { screen, options } of screens) {
      const guest = await fixture.person(`Guest ${screen}`, options);
      await openPages(fixture.url, [guest], table);
      for (let seat = 0; seat < players.length; seat++) {
        const text = await guest.page.getByTestId(`clock-${seat}`).innerText();
        expect(text, `the clock of seat ${seat} at ${screen}`).toMatch(/^0:[0-5]\d/);
      }
      expect(await axeViolations(guest.page), `axe at ${screen}`).toEqual([]);
      await picture(guest.page, `clocks ${screen}`);
    }
    await openPages(fixture.url, [ada, ben], table);
    // Somebody's last minute runs from the start, and all others see that.
    const waiting = await Promise.race(
      [ada, ben].map(async (person) => {
        await person.page
          .getByTestId(/^give-time-/)
          .first()
          .waitFor();
        return person;
      }),
    );
    await waiting.page
      .getByTestId(/^give-time-/)
      .first()
      .click();
    await waiting.page
      .getByText(/12 secs? more/)
      .first()
      .waitFor();
    await picture(waiting.page, 'clocks gift');
  });
});
