import { mkdirSync } from 'node:fs';
import { join as path } from 'node:path';
import { describe, expect } from 'vitest';
import { barriers } from './kit/axe';
import { Chance } from './kit/chance';
import { Walker } from './kit/circle';
import { expectEnding } from './kit/ending';
import { results, test } from './kit/house';
import { introduce, join, openTable, start } from './kit/lobby';

describe('Die Druiden', () => {
  test('is played by two on the stone circle, to the vote and the points', async ({ house, annotate }) => {
    const server = await house.server();
    const still = { reducedMotion: 'reduce' } as const;
    // One of them wants no motion, so that the machine has to draw it only once.
    const people = [await house.person('Ada'), await house.person('Ben', still)] as const;
    await people[0].context.addInitScript(() => {
      localStorage.setItem('nemeton.settings', JSON.stringify({ pace: 'fast' }));
    });
    await introduce(people[0], server.url);
    const link = await openTable(people[0], { seats: 2, visibility: 'private', title: 'druids' });
    await join(people[1], link, 1);
    await start(people[0], [people[1]]);
    const walker = new Walker(new Chance(5));
    await walker.play(people, () => walker.decisions >= 30);
    expect(await barriers(people[0].page), 'what axe finds on a game in the middle').toEqual([]);
    await walker.playOut(people);
    expect(await barriers(people[0].page), 'what axe finds on the result').toEqual([]);
    const scores = await expectEnding(server.url, people);
    mkdirSync(results, { recursive: true });
    await people[0].page.screenshot({ path: path(results, 'druids the result.png') });
    await annotate(`${walker.decisions} decisions, ${scores.join(' to ')}`);
    for (const kind of ['stone', 'figure', 'die', 'dice', 'list'])
      expect(walker.pressed.get(kind) ?? 0, `how often a ${kind} was chosen`).toBeGreaterThan(0);
  });
});
