import { describe, expect } from 'vitest';
import { finishByApi, openPages, startTable } from '../kit/api';
import { axeViolations } from '../kit/axe';
import { decisionOn } from '../kit/decision';
import { test } from '../kit/fixture';
import { long } from '../kit/long';
import { Mouse } from '../kit/mouse';
import { PangeaPlayer } from '../kit/pangea-player';
import type { Person } from '../kit/person';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';
import { en } from '../kit/text';
import { until } from '../kit/until';

describe('Die Magier von Pangea', () => {
  test('is played by mouse, with a step taken back across a reload', async ({ fixture, annotate }) => {
    const people = [await fixture.person('Ada'), await fixture.person('Ben')] as const;
    await openPages(fixture.url, people, await startTable(fixture.url, people, { title: 'pangea' }));
    const mouse = new Mouse();
    const player = new PangeaPlayer(new Random(5), () => mouse);
    let takenBack = 0;
    await player.play(
      people,
      () => !long && takenBack > 0 && player.decisions >= 12,
      async (next) => {
        if (takenBack > 0 || player.decisions < 8 || (await takeBackButton(next).count()) === 0) return false;
        await takeBackAcrossReload(next);
        takenBack++;
        return true;
      },
    );
    if (!long) await finishByApi(fixture.url, people, new Random(6));
    const scores = await expectResult(fixture.url, people);
    if (long) expect(await axeViolations(people[0].page), 'axe on the result').toEqual([]);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}, ${JSON.stringify([...player.pressed])}`);
    expect(takenBack, 'steps taken back').toBe(1);
    for (const kind of long ? ['tower', 'shift', 'found', 'move', 'buy', 'end'] : ['tower', 'end'])
      expect(player.pressed.get(kind) ?? 0, `moves: ${kind}`).toBeGreaterThan(0);
  });
});

const takeBackButton = ({ page }: Person): ReturnType<Person['page']['getByRole']> =>
  page.getByRole('button', { name: en['play.takeBack'] });

/** Reloads the page, takes the last step back, and expects another decision. */
async function takeBackAcrossReload(person: Person): Promise<void> {
  await person.page.reload();
  await takeBackButton(person).waitFor();
  const before = await decisionOn(person.page);
  await takeBackButton(person).click();
  await until('the page asks another decision', async () => {
    const now = await decisionOn(person.page);
    return now !== undefined && now !== before;
  });
}
