import { describe, expect } from 'vitest';
import { phone, plain, test } from '../kit/fixture';
import { ListPlayer } from '../kit/list-player';
import { long } from '../kit/long';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import { en } from '../kit/text';
import { textFaults } from '../kit/text-faults';
import { until } from '../kit/until';

const count = ({ page }: Person): Promise<string> => page.getByTestId('replay-count').innerText();

describe('a whole game without a network, on a phone', () => {
  for (const title of long ? ['meduris', 'druids', 'pangea'] : ['meduris'])
    test(`of ${title} is played against a bot, watched again, studied and tried again`, async ({ fixture }) => {
      const ada = await fixture.person('Ada', { ...phone, ...plain, serviceWorkers: 'allow' });
      const start = async (): Promise<void> => {
        await ada.page.goto(`${fixture.url}/local`);
        await ada.page.getByTestId('local-title').selectOption(title);
        await ada.page.getByTestId('local-seats').selectOption('2');
        await ada.page.getByTestId('local-level').selectOption('easy');
        await ada.page.getByTestId('local-start').click();
        await ada.page.getByTestId('local-bar').waitFor();
      };
      await start();
      await ada.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await start(); // now the worker stores the engine
      ada.expectsOutages = true;
      await ada.context.setOffline(true);
      await ada.page.reload();
      await new ListPlayer(new Random(5)).playOut([ada]);
      const { page } = ada;
      const labels = [en['replay.watch'], en['local.another'], en['local.keep']];
      const faults = await textFaults(page);
      expect(faults.filter((fault) => labels.some((label) => fault.includes(label)))).toEqual([]);
      await page.getByTestId('study-start').click();
      await page.getByTestId('study-result').waitFor({ timeout: 560_000 });
      expect(await page.getByTestId('study-luck').locator('li').count()).toBe(2);
      await page.reload(); // the table and its study are in the browser
      await page.getByTestId('study-result').waitFor();
      const moments = page.getByTestId('study-moment');
      if ((await moments.count()) > 0) {
        const seq = Number(await moments.first().getAttribute('data-seq'));
        await page.getByTestId('study-try').first().click();
        await until('the replay shows the moment', async () => (await count(ada)).startsWith(`Entry ${seq - 1} `));
      } else await page.getByTestId('local-watch').click();
      await page.getByTestId('replay-track').focus();
      await page.keyboard.press('Home');
      await until('the replay is at its start', async () => (await count(ada)).startsWith('Entry 1 '));
      await page.getByTestId('replay-forward').click();
      await until('the replay goes on', async () => (await count(ada)).startsWith('Entry 2 '));
      await page.getByTestId('replay-more').click();
      await page.getByTestId('replay-play-on').click();
      await page.getByTestId('replay-alone').click();
      await page.getByTestId('local-bar').waitFor();
      await until(
        'the game goes on without a network',
        async () => (await page.getByTestId('local-watch').count()) === 0,
      );
      expect(ada.faults).toEqual([]);
    });
});
