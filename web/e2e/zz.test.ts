import { join } from 'node:path';
import { describe } from 'vitest';
import { phone, results, test } from './kit/fixture';
import { desk } from './kit/screens';
import { until } from './kit/until';

const chapters = (process.env.CH ?? 'dice').split(',');
const screens = { desk, phone } as Record<string, object>;

describe('walk', () => {
  for (const name of (process.env.SC ?? 'desk').split(','))
    test(`walk ${name}`, async ({ fixture }) => {
      const ada = await fixture.person('Ada', { ...screens[name], locale: process.env.LANGU ?? 'en-GB' });
      const { page } = ada;
      for (const chapter of chapters) {
        await page.goto(`${fixture.url}/learn/druids?chapter=${chapter}`);
        const coach = page.getByTestId('coach');
        let seen = '';
        let n = 0;
        for (;;) {
          const at = await until('a phase', async () => {
            if (!(await coach.isVisible().catch(() => false))) return (await page.getByTestId('learn-end').isVisible()) ? 'end' : undefined;
            const phase = await coach.getAttribute('data-phase');
            const step = await coach.getAttribute('data-step');
            const now = `${step} ${phase}`;
            return (phase === 'asking' || phase === 'over') && now !== seen ? now : undefined;
          });
          if (at === 'end' || !at.startsWith(chapter)) break;
          seen = at;
          await page.waitForTimeout(350);
          await page.screenshot({ path: join(results, `zz-${name}-${process.env.LANGU ?? 'en'}-${chapter}-${String(n++).padStart(2, '0')}-${at.split('/')[1]!.replace(' ', '-')}.png`) });
          console.log(at, '|', await page.getByTestId('coach-says').innerText());
          if (at.endsWith('asking')) await page.getByTestId('coach-help').click();
          else await page.getByTestId('coach-next').click();
        }
      }
    });
});
