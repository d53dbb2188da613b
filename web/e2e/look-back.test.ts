import { describe, expect } from 'vitest';
import { openPages, playByApi, playUntilAsked, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { pictures } from './kit/pictures';
import { test } from './kit/fixture';
import { tableOf } from './kit/lobby';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { en } from './kit/text';
import { until } from './kit/until';

/** The numbers of the shown and of the last entry. */
async function shown({ page }: Person): Promise<number[]> {
  return ((await page.getByTestId('replay-count').innerText()).match(/\d+/g) ?? []).map(Number);
}

describe('a running game', () => {
  test('shows its past to a player as it was then, also after a reload, and calls when it is their turn', async ({
    fixture,
  }) => {
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    const random = new Random(7);
    const table = await startTable(fixture.url, [ada, ben]);
    await openPages(fixture.url, [ada], table);
    // The hands that the page showed, by entry.
    const session = await ada.api(fixture.url);
    const hands = new Map<number, unknown>();
    const note = async (): Promise<void> => {
      const { seq, view } = await session.get<{ seq: number; view: { hand?: unknown } }>(`/tables/${table.id}/view`);
      hands.set(seq, view.hand);
    };
    for (let i = 0; i < 20; i++) {
      await playByApi(fixture.url, [ada, ben], table.id, random, (made) => made >= 1);
      await note();
    }
    await playUntilAsked(fixture.url, [ada, ben], table.id, random, false);
    await note();
    const last = Math.max(...hands.keys());

    await ada.page.getByTestId('look-back').click();
    await ada.page.getByTestId('replay').waitFor();
    expect(await shown(ada)).toEqual([last - 1, last]);
    expect(await ada.page.getByTestId('replay-eyes').count(), 'other eyes to choose').toBe(0);
    await pictures(ada.page, 'look back');
    expect(await axeViolations(ada.page), 'axe while looking back').toEqual([]);

    const answers: { seq: number; view?: { hand?: unknown } }[] = [];
    ada.page.on('response', (response) => {
      if (!response.url().includes('/past?')) return;
      void response.json().then(({ updates }: { updates: typeof answers }) => answers.push(...updates.slice(0, 1)));
    });
    await ada.page.reload();
    await ada.page.getByTestId('look-back').waitFor();
    await ada.page.locator('body').press('ArrowLeft');
    await ada.page.getByTestId('replay').waitFor();
    await ada.page.getByTestId('replay-track').fill('2');
    await until('the second entry is shown', async () => (await shown(ada))[0] === 2);
    // The page was sent the same hands as then.
    for (const { seq, view } of answers.filter(({ seq }) => hands.has(seq))) expect(view?.hand).toEqual(hands.get(seq));
    await ada.page.getByTestId('replay-forward').click();
    await until('a step was made', async () => (await shown(ada))[0] === 3);

    const now = ada.page.getByTestId('replay-now');
    expect(await now.innerText()).toContain(en['replay.now']);
    await playUntilAsked(fixture.url, [ada, ben], table.id, random);
    await until('the bar calls', async () => (await now.innerText()).includes(en['replay.now.turn']));
    expect((await shown(ada))[0], 'the moment that the reader looks at').toBe(3);
    await pictures(ada.page, 'look back, called');
    await ada.page.keyboard.press('Escape');
    await ada.page.getByTestId('replay').waitFor({ state: 'detached' });
    await ada.page.locator('[data-question]:not([data-question=""])').waitFor();
    expect(tableOf(ada)).toBe(table.id);
    expect(ada.faults).toEqual([]);
  });
});
