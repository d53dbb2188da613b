import { describe, expect } from 'vitest';
import { openPages, startTable } from '../kit/api';
import { axeViolations } from '../kit/axe';
import { phone, test } from '../kit/fixture';
import { Keyboard } from '../kit/keyboard';
import { untilPainted } from '../kit/log';
import { long } from '../kit/long';
import { PangeaPlayer } from '../kit/pangea-player';
import { recordPointerEvents } from '../kit/pointer-events';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';
import { Touch } from '../kit/touch';

describe('Die Magier von Pangea', () => {
  test('is played by keyboard and by touch', async ({ fixture, annotate }) => {
    const people = [await fixture.person('Ada', { colorScheme: 'dark' }), await fixture.person('Ben', phone)] as const;
    const [ada, ben] = people;
    const pointerEvents = await recordPointerEvents(ada);
    const [keyboard, touch] = [new Keyboard(), new Touch()];
    await openPages(fixture.url, people, await startTable(fixture.url, people, { title: 'pangea' }));
    const player = new PangeaPlayer(new Random(5), (person) => (person === ada ? keyboard : touch));
    await player.play(people, () => !long && player.decisions >= 12);
    if (long) await expectResult(fixture.url, people);
    await annotate(`${player.decisions} decisions, ${JSON.stringify([...player.done])}`);
    await annotate(`keyboard ${JSON.stringify(keyboard.reached)}, enlarged ${JSON.stringify(touch.enlarged)}`);
    for (const kind of ['tower', 'end']) expect(player.done.get(kind) ?? 0, `moves: ${kind}`).toBeGreaterThan(0);
    expect(touch.explained, 'taps that only explained a spot').toBeGreaterThan(0);
    expect(await ben.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await untilPainted(ada.page);
    for (const { name, page } of people) expect(await axeViolations(page), `axe on the page of ${name}`).toEqual([]);
    expect(pointerEvents).toEqual([]);
  });
});
