import { expect, inject } from 'vitest';
import { test } from '../kit/fixture';
import { startFirefox } from './firefox';
import { inkOf, type Ink, type Measured } from './ink';
import { startWebkit } from './webkit';

const themes = ['day', 'night'] as const;

test('texts have the same weights in all engines', async ({ fixture, annotate }) => {
  const person = await fixture.person('Ada');
  await person.page.goto(fixture.url);
  const chromium: Measured = {
    evaluate: (call: (arg: never) => unknown, arg?: unknown) => person.page.evaluate(call as never, arg) as never,
    picture: () => person.page.screenshot(),
  };
  const expected = await measure(chromium);
  for (const start of [startFirefox, startWebkit]) {
    const page = await start(inject('server'));
    try {
      await page.open('/');
      const found = await measure(page);
      await annotate(`${page.browser}: ${JSON.stringify(found)}; Chromium: ${JSON.stringify(expected)}`);
      for (const theme of themes) {
        expect(found[theme].bold / found[theme].regular, `${page.browser}, bold at ${theme}`).toBeGreaterThan(1.25);
        for (const weight of ['regular', 'bold'] as const) {
          const ratio = found[theme][weight] / expected[theme][weight];
          expect(Math.abs(ratio - 1), `${page.browser}, ${weight} at ${theme}: ${ratio} of Chromium`).toBeLessThan(0.1);
        }
      }
    } finally {
      await page.close();
    }
  }
});

async function measure(page: Measured): Promise<Record<(typeof themes)[number], Ink>> {
  return { day: await inkOf(page, 'day'), night: await inkOf(page, 'night') };
}
