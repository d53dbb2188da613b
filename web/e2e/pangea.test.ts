import { mkdirSync } from 'node:fs';
import { join as path } from 'node:path';
import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { Drifter } from './kit/drifter';
import { expectEnding } from './kit/ending';
import { results, test } from './kit/house';
import { introduce, join, openTable, start } from './kit/lobby';
import type { Person } from './kit/person';
import { until } from './kit/until';

describe('Die Magier von Pangea', () => {
  test('is played by two on the drifting world, with a step taken back across a reload', async ({
    house,
    annotate,
  }) => {
    const server = await house.server();
    const still = { reducedMotion: 'reduce' } as const;
    const people = [await house.person('Ada', still), await house.person('Ben', still)] as const;
    await introduce(people[0], server.url);
    const link = await openTable(people[0], { seats: 2, visibility: 'private', title: 'pangea' });
    await join(people[1], link, 1);
    await start(people[0], [people[1]]);
    const drifter = new Drifter(new Chance(5));
    let taken = 0;
    await drifter.playOut(people, async (next) => {
      if (taken > 0 || drifter.decisions < 30 || !(await canTakeBack(next))) return false;
      await takeBackAcrossReload(next);
      taken++;
      return true;
    });
    const scores = await expectEnding(server.url, people);
    mkdirSync(results, { recursive: true });
    await people[0].page.screenshot({ path: path(results, 'pangea the result.png') });
    await annotate(`${drifter.decisions} decisions, ${scores.join(' to ')}, ${JSON.stringify([...drifter.done])}`);
    expect(taken, 'steps taken back').toBe(1);
    for (const kind of ['tower', 'shift', 'found', 'move', 'buy', 'end'])
      expect(drifter.done.get(kind) ?? 0, `how often: ${kind}`).toBeGreaterThan(0);
  });
});

const button = ({ page }: Person): ReturnType<Person['page']['getByRole']> =>
  page.getByRole('button', { name: 'Take back' });

async function canTakeBack(person: Person): Promise<boolean> {
  return (await button(person).count()) > 0;
}

/** Reloads the page, takes the last step back, and expects an older question than before. */
async function takeBackAcrossReload(person: Person): Promise<void> {
  const asked = (): Promise<string | null> => person.page.locator('[data-decision]').getAttribute('data-decision');
  await person.page.reload();
  await button(person).waitFor();
  const before = await asked();
  await button(person).click();
  await until('another question stands', async () => {
    const now = await asked();
    return now !== null && now !== before;
  });
}
