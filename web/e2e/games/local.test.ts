import { describe, expect } from 'vitest';
import { phone, plain, test } from '../kit/fixture';
import { ListPlayer } from '../kit/list-player';
import { long } from '../kit/long';
import { Random } from '../kit/random';
import { until } from '../kit/until';

describe('a whole game without a network, on a phone', () => {
  for (const title of long ? ['meduris', 'druids', 'pangea'] : ['meduris'])
    test(`of ${title} is played against a bot, and watched again`, async ({ fixture }) => {
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
      await ada.page.getByTestId('local-watch').click();
      await ada.page.getByTestId('replay-forward').click();
      await until('the replay goes on', async () =>
        (await ada.page.getByTestId('replay-count').innerText()).startsWith('Entry 2 '),
      );
      expect(await ada.page.getByTestId('replay').isVisible()).toBe(true);
    });
});
