import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { desk, phone, plain, results, test } from './kit/fixture';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { until } from './kit/until';

interface Chapter {
  id: string;
  core?: boolean;
  steps: { id: string; kind: string }[];
}

const titles = ['meduris', 'druids', 'pangea'].flatMap((title) => {
  try {
    const file = new URL(`../src/games/${title}/lesson/lesson.json`, import.meta.url);
    return [{ title, chapters: (JSON.parse(readFileSync(file, 'utf8')) as { chapters: Chapter[] }).chapters }];
  } catch {
    return [];
  }
});

const phaseOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    if (document.querySelector('[data-testid=learn-end]')) return 'end';
    return document.querySelector('[data-testid=coach]')?.getAttribute('data-phase') ?? null;
  });

/** Presses a random move of the list; false if the list is not there any more. */
const pressRandom = (page: Page, at: number): Promise<boolean> =>
  page.evaluate((share) => {
    for (const more of document.querySelectorAll<HTMLDetailsElement>('.moves details')) more.open = true;
    const all = [...document.querySelectorAll<HTMLButtonElement>('.moves button:not([disabled])')];
    all[Math.floor(share * all.length)]?.click();
    return all.length > 0;
  }, at);

/** Walks to the end of the short course. Returns the number of answers. `hurry` lets the pauses of the lesson pass. */
async function walk(
  { page }: Person,
  answer: () => Promise<unknown>,
  seen: (step: string) => Promise<unknown>,
  hurry: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  let last = '';
  for (let answers = 0; ;) {
    const phase = await until('the learner can go on', async () => {
      const now = await phaseOf(page);
      if (now === 'asking' || now === 'over' || now === 'end') return now;
      await hurry();
      return undefined;
    });
    if (phase === 'end') return answers;
    if (phase === 'over') {
      await page.evaluate(() => document.querySelector<HTMLButtonElement>('[data-testid=coach-next]')?.click());
      continue;
    }
    const step = (await page.getByTestId('coach').getAttribute('data-step')) ?? '';
    if (step !== last) await seen((last = step));
    answers++;
    await answer();
  }
}

const picture = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: join(results, `lesson ${name}.png`) });
};

describe.each(titles)('the lesson of $title', ({ title, chapters }) => {
  test('ends with random legal clicks, however wrong they are', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...phone, ...plain, newcomer: true });
    await ada.page.clock.install();
    await ada.page.goto(`${fixture.url}/learn/${title}`);
    const random = new Random(3);
    const answers = await walk(
      ada,
      () => pressRandom(ada.page, random.below(1000) / 1000),
      () => Promise.resolve(),
      () => ada.page.clock.runFor(500),
    );
    expect(answers).toBeGreaterThan(2);
  }, 300_000);

  test('ends with the coach’s answers, by keyboard alone, and begins a short game', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { ...desk, newcomer: true });
    await ada.page.goto(`${fixture.url}/learn/${title}`);
    const help = ada.page.getByTestId('coach-help');
    let looked = false;
    await walk(
      ada,
      async () => {
        await help.focus({ timeout: 1000 }).catch(() => undefined);
        await ada.page.keyboard.press('Enter');
      },
      async (step) => {
        await picture(ada, `${title} ${step.replace('/', ' ')} 1440`);
        if (looked) return;
        looked = true;
        // Dimmed parts have less contrast: they are not in use now.
        const faults = (await axeViolations(ada.page)).filter((fault) => !JSON.stringify(fault).includes('contrast'));
        expect(faults, 'axe in a lesson').toEqual([]);
        const kept = ada.page.getByTestId('coach');
        const at = await kept.getAttribute('data-step');
        await ada.page.reload();
        await until('the same step', async () =>
          (await kept.getAttribute('data-step').catch(() => '')) === at ? true : undefined,
        );
      },
    );
    await picture(ada, `${title} end 1440`);
    await ada.page.getByTestId('learn-game').click();
    await ada.page.getByTestId('local-bar').waitFor();
    await picture(ada, `${title} game 1440`);
    expect(chapters.filter(({ core }) => core).length).toBeGreaterThan(0);
  }, 300_000);
});
