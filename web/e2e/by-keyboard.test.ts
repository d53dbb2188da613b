import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { expectEnding } from './kit/ending';
import { gather } from './kit/gathering';
import { test } from './kit/house';
import { Keys } from './kit/keys';
import { Player } from './kit/player';
import { listenForPointers } from './kit/pointers';

describe('a whole game by keyboard', () => {
  test('needs no pointer, from the first page to the result', async ({ house, annotate }) => {
    const server = await house.server();
    const still = { reducedMotion: 'reduce' } as const;
    const people = [await house.person('Ada', still), await house.person('Ben', still)] as const;
    const pointed = [await listenForPointers(people[0]), await listenForPointers(people[1])];
    const hands = new Keys();
    await gather([hands, hands], server.url, ...people);
    const player = new Player(new Chance(22), hands);
    await player.play(people);
    const scores = await expectEnding(server.url, people);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}; pressed: ${player.tally()}`);
    await annotate(`by arrows alone: ${hands.walked.arrows}, helped by Page Down: ${hands.walked.helped}`);
    for (const kind of ['plateau', 'worker', 'field', 'stock', 'build', 'offer', 'from-hand'])
      expect(player.pressed.get(kind) ?? 0, `how often a ${kind} was chosen`).toBeGreaterThan(0);
    expect(hands.walked.arrows, 'most places are reached by arrows alone').toBeGreaterThan(hands.walked.helped);
    for (const { page } of people) await settle(page);
    expect(pointed.flat()).toEqual([]);
  });
});

/** Lets the page say what it still has to say. */
function settle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
}
