import { describe, expect } from 'vitest';
import { finishByApi, openPages, startTable } from '../kit/api';
import { axeViolations } from '../kit/axe';
import { DruidsPlayer } from '../kit/druids-player';
import { test } from '../kit/fixture';
import { long } from '../kit/long';
import { Mouse } from '../kit/mouse';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';

describe('Die Druiden', () => {
  test('is played by mouse, with animations', async ({ fixture, annotate }) => {
    const ada = await fixture.person('Ada', { reducedMotion: 'no-preference', settings: { pace: 'fast' } });
    const people = [ada, await fixture.person('Ben')] as const;
    await openPages(fixture.url, people, await startTable(fixture.url, people, { title: 'druids' }));
    const mouse = new Mouse();
    const player = new DruidsPlayer(new Random(5), () => mouse);
    await player.play(people, () => player.decisions >= (long ? 30 : 9));
    if (!long) await ada.page.emulateMedia({ reducedMotion: 'reduce' });
    if (long) await player.play(people);
    else await finishByApi(fixture.url, people, new Random(6));
    if (long) expect(await axeViolations(ada.page), 'axe on the result').toEqual([]);
    const scores = await expectResult(fixture.url, people);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}, ${JSON.stringify([...player.pressed])}`);
    for (const kind of long ? ['stone', 'figure', 'die', 'dice', 'list'] : ['stone', 'figure', 'dice'])
      expect(player.pressed.get(kind) ?? 0, `choices: ${kind}`).toBeGreaterThan(0);
  });
});
