import { describe, expect } from 'vitest';
import { everyPage } from './kit/every-page';
import { phone, test } from './kit/fixture';
import { noteShifts, takeShifts } from './kit/layout-shift';
import { populate } from './kit/populated';
import { Random } from './kit/random';
import { until } from './kit/until';

/** This is the largest sum of layout shifts while a page loads. Browsers call less than 0.1 good. */
const most = 0.1;
/** This is the longest time by which an answer is held up, in milliseconds, so that answers come in any order. */
const delay = 300;

describe('nothing jumps while a page loads', () => {
  test('on a phone, with answers in any order', async ({ fixture }) => {
    const people = { ada: await fixture.person('Ada', phone), stranger: await fixture.person('Stranger', phone) };
    // The browser logs an error for a replay that does not exist.
    const visits = everyPage(await populate(fixture.url, people.ada)).filter(
      ({ name, open }) => !open && name !== 'no replay',
    );
    const random = new Random(5);
    const problems: string[] = [];
    for (const [who, person] of Object.entries(people)) {
      await noteShifts(person);
      // A part that waits long gives way to the others. A busy machine must not make that happen here.
      await person.context.addInitScript(() => {
        const wait = window.setTimeout;
        const patient = (run: () => void, ms?: number): number => wait(run, ms === 3000 ? 1e9 : ms);
        window.setTimeout = patient as typeof window.setTimeout;
      });
      let open = 0;
      await person.context.route(/\/api\/v1\/|\.txt$/, async (route) => {
        open++;
        await new Promise((resume) => setTimeout(resume, random.below(delay)));
        await route.continue();
        open--;
      });
      for (const { name, path, ready } of visits.filter(({ stranger }) => Boolean(stranger) === (who === 'stranger'))) {
        await person.page.goto(fixture.url + path);
        await person.page.locator(ready).first().waitFor();
        await until('all questions are answered', () => open === 0);
        const shifts = await takeShifts(person.page);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        if (sum >= most)
          problems.push(`${name}: ${sum.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`);
        await person.page.goto('about:blank');
      }
    }
    expect(problems).toEqual([]);
  });
});
