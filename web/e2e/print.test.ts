import { expect } from 'vitest';
import { finishByApi, startTable } from './kit/api';
import { test } from './kit/fixture';
import { picture } from './kit/pictures';
import { Random } from './kit/random';

test('rules and a result are on paper as by day, without controls', async ({ fixture }) => {
  const ada = await fixture.person('Ada', { colorScheme: 'dark', viewport: { width: 794, height: 1123 } });
  const { page } = ada;
  const { path } = await startTable(fixture.url, [ada], { title: 'druids', seats: 2 });
  await page.goto(fixture.url + path);
  await finishByApi(fixture.url, [ada], new Random(5));
  await page.emulateMedia({ media: 'print' });
  const look = async (name: string): Promise<void> => {
    await picture(page, `print ${name}`);
    const seen = await page.evaluate(() => ({
      ink: getComputedStyle(document.querySelector('main h2') ?? document.body).color,
      ground: getComputedStyle(document.documentElement).backgroundImage,
      controls: [...document.querySelectorAll('nav, button.button, .why, input, select')]
        .filter((control) => control.checkVisibility())
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    }));
    expect(seen, name).toEqual({ ink: 'rgb(42, 37, 29)', ground: 'none', controls: [] });
  };
  await look('result');
  await page.goto(`${fixture.url}/rules/druids`);
  await page.locator('article h2').first().waitFor();
  await look('rules');
});
