import { describe } from 'vitest';
import { Chance } from './kit/chance';
import { Walker } from './kit/circle';
import { test } from './kit/house';
import { introduce, join, openTable, start } from './kit/lobby';

const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
describe('pictures', () => {
  test('of a real table', async ({ house }) => {
    const server = await house.server();
    const still = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
    const people = [await house.person('Ada', still), await house.person('Ben', still), await house.person('Cleo', still)] as const;
    await introduce(people[0], server.url);
    const link = await openTable(people[0], { seats: 3, visibility: 'private', title: 'druids' });
    await join(people[1], link, 1);
    await join(people[2], link, 2);
    await start(people[0], [people[1], people[2]]);
    const walker = new Walker(new Chance(17)) as any;
    const done = new Set<string>();
    const shoot = async (page: any, name: string) => {
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        for (const [screen, size] of Object.entries(sizes)) {
          await page.setViewportSize(size);
          await page.waitForTimeout(200);
          await page.screenshot({ path: `/tmp/dboard/real-${name}-${screen}-${theme}.png` });
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(sizes.wide);
    };
    const original = walker.move.bind(walker);
    walker.move = async (person: any) => {
      const { page } = person;
      const text: string = await page.getByTestId('decision-prompt').innerText();
      const moves = await page.getByTestId('move-button').count();
      const hand = await page.locator('[data-testid="hand"] li').count();
      let name = '';
      if (/Put your druid/.test(text)) name = 'place';
      else if (/Your turn/.test(text) && hand >= 4) name = 'turn';
      else if (/Choose a die/.test(text) && moves >= 3) name = 'use';
      else if (/^Where does/.test(text) && moves >= 4) name = 'go';
      else if (/landed/.test(text) && moves >= 4) name = 'landing';
      else if (/vote/.test(text) && /speak/.test(text)) name = 'vote';
      else if (/use cards/.test(text) && moves > 1) name = 'cards';
      if (name && !done.has(name)) {
        done.add(name);
        if (name === 'go') await page.locator('g.spot.can[data-spot^="stone"]').last().hover({ force: true });
        if (name === 'turn') await page.locator('[data-testid="hand"] button').last().hover();
        await shoot(page, name);
      }
      await original(person);
    };
    await walker.playOut(people);
    await shoot(people[0].page, 'over');
    console.log([...done].join());
  });
});
