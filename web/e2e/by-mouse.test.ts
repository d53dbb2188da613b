import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { expectEnding } from './kit/ending';
import { gather } from './kit/gathering';
import { test } from './kit/house';
import { Mouse } from './kit/mouse';
import { Player } from './kit/player';

describe('a whole game by mouse', () => {
  test('is played on the board and in its panels, while what happens is shown', async ({ house, annotate }) => {
    const server = await house.server();
    // One of them wants no motion, so that the machine has to draw it only once.
    const people = [await house.person('Ada'), await house.person('Ben', { reducedMotion: 'reduce' })] as const;
    await people[0].context.addInitScript(() => {
      localStorage.setItem('nemeton.settings', JSON.stringify({ pace: 'fast' }));
    });
    const hands = new Mouse();
    await gather(hands, server.url, ...people);
    const player = new Player(new Chance(11), hands);
    await player.playOut(people);
    const scores = await expectEnding(server.url, people);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}; pressed: ${player.tally()}`);
    for (const kind of ['plateau', 'worker', 'field', 'stock', 'build', 'offer', 'from-hand'])
      expect(player.pressed.get(kind) ?? 0, `how often a ${kind} was chosen`).toBeGreaterThan(0);
  });
});
