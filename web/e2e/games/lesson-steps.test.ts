import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { results, test } from '../kit/fixture';
import { measuredLanguages, pseudo } from '../kit/languages';
import { untilPainted } from '../kit/log';
import { long } from '../kit/long';
import { textFaults } from '../kit/text-faults';
import { until } from '../kit/until';

interface Step {
  id: string;
  kind: string;
  spot?: string[];
}

interface Chapter {
  id: string;
  steps: Step[];
}

/** Only a long run walks all chapters: 3 minutes for each language. LANGUAGES names some. */
const chosen = process.env.LANGUAGES?.split(',');
const languages = chosen ?? measuredLanguages.filter((one) => one !== pseudo);

/** Set by PICTURES=1: saves a screenshot of each step, by day and by night. */
const pictures = Boolean(process.env.PICTURES);

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

const chapters = ['meduris', 'druids', 'pangea'].flatMap((title) => {
  const file = new URL(`../../src/games/${title}/lesson/lesson.json`, import.meta.url);
  const lesson = JSON.parse(readFileSync(file, 'utf8')) as { chapters: Chapter[] };
  return lesson.chapters.map(({ id, steps }) => ({ title, id, steps }));
});

describe.runIf(long || chosen).each(languages)('a step of a lesson cuts and covers no text, in %s,', (language) => {
  test.for(chapters)('in the chapter $title $id', async ({ title, id, steps }, { fixture }) => {
    const { page } = await fixture.person('Ada', { locale: language, newcomer: true });
    await page.clock.install();
    const faults: string[] = [];
    await page.goto(`${fixture.url}/learn/${title}?chapter=${id}`);
    for (const step of steps) {
      const name = `${title} ${id} ${step.id}`;
      const asks = ['do', 'mend'].includes(step.kind);
      await untilPhase(page, `${id}/${step.id}`, asks ? 'asking' : 'over');
      for (const size of windows) faults.push(...(await look(page, name, size)));
      if (!asks) {
        await page.getByTestId('coach-next').click();
        continue;
      }
      await page.getByTestId('coach-help').click();
      await until('the step is over', async () => {
        await page.clock.runFor(500);
        const coach = page.getByTestId('coach');
        if ((await coach.count()) === 0) return true;
        if ((await coach.getAttribute('data-step')) !== `${id}/${step.id}`) return true;
        if ((await coach.getAttribute('data-phase')) !== 'over') return false;
        await page.getByTestId('coach-next').click();
        return true;
      });
    }
    expect(faults).toEqual([]);

    async function look(page: Page, name: string, size: { width: number; height: number }): Promise<string[]> {
      await page.setViewportSize(size);
      await page.mouse.move(0, 0); // a field under the mouse would show its note
      await untilPainted(page);
      const screen = `${language} ${name} ${size.width}`;
      if (pictures) {
        mkdirSync(results, { recursive: true });
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await untilPainted(page);
          await page.screenshot({ path: join(results, `step ${screen} ${colorScheme}.png`) });
        }
      }
      return (await textFaults(page)).map((fault) => `${screen}: ${fault}`);
    }
  });
});

async function untilPhase(page: Page, step: string, phase: string): Promise<void> {
  const coach = page.getByTestId('coach');
  await until(`the coach is ${phase} at ${step}`, async () => {
    await page.clock.runFor(500);
    if ((await coach.count()) === 0) return false;
    return (await coach.getAttribute('data-step')) === step && (await coach.getAttribute('data-phase')) === phase;
  });
}
