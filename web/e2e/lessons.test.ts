import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { picture } from './kit/pictures';
import { startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { desk, phone, plain, test, type Fixture } from './kit/fixture';
import { Keyboard } from './kit/keyboard';
import { introduce, openTable } from './kit/lobby';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { Touch } from './kit/touch';
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
        await picture(ada.page, `lesson ${title} ${step.replace('/', ' ')} 1440`);
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
    await picture(ada.page, `lesson ${title} end 1440`);
    await ada.page.getByTestId('learn-game').click();
    await ada.page.getByTestId('local-bar').waitFor();
    await picture(ada.page, `lesson ${title} game 1440`);
    expect(chapters.filter(({ core }) => core).length).toBeGreaterThan(0);
  }, 300_000);
});

/** Returns the step and the phase of the coach, and its sentence. */
const coachAt = (page: Page): Promise<{ step: string; phase: string; says: string }> =>
  page.getByTestId('coach').evaluate((coach) => ({
    step: coach.getAttribute('data-step') ?? '',
    phase: coach.getAttribute('data-phase') ?? '',
    says: coach.querySelector('[data-testid=coach-says]')?.textContent ?? '',
  }));

const untilCoach = (page: Page, step: string, phase: string): Promise<string> =>
  until(`the coach is ${phase} at ${step}`, async () => {
    const now = await coachAt(page);
    return now.step === step && now.phase === phase ? now.says : undefined;
  });

describe('a question of a lesson', () => {
  /** Opens the first question of Meduris. */
  async function firstQuestion(fixture: Fixture): Promise<Page> {
    const { page } = await fixture.person('Ada', { ...desk, newcomer: true });
    await page.goto(`${fixture.url}/learn/meduris`);
    await untilCoach(page, 'yields/level', 'over');
    await page.getByTestId('coach-next').click();
    return page;
  }

  test('is not answered by arrow keys, zoom and dialogs', async ({ fixture }) => {
    const page = await firstQuestion(fixture);
    const question = await untilCoach(page, 'yields/top', 'asking');
    await page.locator('[data-spot][tabindex="0"]').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', '+', '-', 'Escape']) await page.keyboard.press(key);
    await page.getByTestId('rules-button').click();
    await page.getByTestId('rules-sheet').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('rules-sheet').waitFor({ state: 'detached' });
    expect(await coachAt(page)).toEqual({ step: 'yields/top', phase: 'asking', says: question });
  });

  test('takes wrong answers back; after two the spot glows, after three the coach moves', async ({ fixture }) => {
    const page = await firstQuestion(fixture);
    const question = await untilCoach(page, 'yields/top', 'asking');
    /** Presses a move of the list to an empty plateau, where a worker is not on level 3. */
    const wrong = (): Promise<unknown> =>
      until('a wrong move can be made', () =>
        page.evaluate(() => {
          for (const list of document.querySelectorAll<HTMLDetailsElement>('.choices details')) list.open = true;
          const move = document.querySelector<HTMLButtonElement>('[data-move*=\'"to":"copper"\']:not([disabled])');
          move?.click();
          return move !== null;
        }),
      );
    const pointed = () => page.locator('[data-pointed*="plateau wood"]').count();
    await wrong();
    const why = await untilCoach(page, 'yields/top', 'wrong');
    expect(why).not.toBe(question);
    expect(await page.getByTestId('move-button').count(), 'choices on the copy').toBe(0);
    expect(await untilCoach(page, 'yields/top', 'asking')).toBe(why);
    expect(await pointed()).toBe(0);
    await wrong();
    await untilCoach(page, 'yields/top', 'wrong');
    await untilCoach(page, 'yields/top', 'asking');
    await until('the spot glows', async () => (await pointed()) > 0);
    await wrong();
    await untilCoach(page, 'yields/crowd', 'asking');
  });

  test('is answered on the board by keyboard and by touch', async ({ fixture }) => {
    for (const [options, input] of [
      [desk, new Keyboard()],
      [phone, new Touch()],
    ] as const) {
      const { page } = await fixture.person('Ada', { ...options, newcomer: true });
      await page.goto(`${fixture.url}/learn/pangea`);
      await untilCoach(page, 'turn/home', 'over');
      await input.press(page.getByTestId('coach-next'));
      await untilCoach(page, 'turn/tower', 'asking');
      await input.choose(page, 'field 13');
      await untilCoach(page, 'turn/magic', 'over');
    }
  });
});

test('a lesson begins at the card of a title, at a table that waits, and at a running one', async ({ fixture }) => {
  const ada = await fixture.person('Ada', { ...desk, newcomer: true });
  const { page } = ada;
  await introduce(ada, fixture.url);
  await openTable(ada, { seats: 2, visibility: 'private' });
  const here = page.getByTestId('learn-here');
  expect(await here.getAttribute('href')).toBe('/learn/meduris');
  const running = await startTable(fixture.url, [ada], { seats: 2, known: true });
  await page.goto(fixture.url + running.path);
  await here.waitFor();
  expect(await here.getAttribute('href')).toBe('/learn/meduris');
  await page.goto(fixture.url);
  await page.getByTestId('learn-meduris').click();
  await untilCoach(page, 'yields/level', 'over');
});
