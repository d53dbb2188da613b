import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { expectEnding } from './kit/ending';
import { Fingers } from './kit/fingers';
import { gather } from './kit/gathering';
import { test } from './kit/house';
import { phone } from './kit/phone';
import { Player } from './kit/player';

describe('a whole game by touch', () => {
  test('is played on a phone, with nothing too small for a finger and nothing beside the page', async ({
    house,
    annotate,
  }) => {
    const server = await house.server();
    const people = [await house.person('Ada', phone), await house.person('Ben', phone)] as const;
    const hands = new Fingers();
    await gather([hands, hands], server.url, ...people);
    const [{ page }] = people;
    await page.getByRole('button', { name: 'What happened' }).tap();
    await page.getByRole('dialog').getByRole('region', { name: 'What happened' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).tap();
    const player = new Player(new Chance(33), hands);
    await player.play(people);
    const scores = await expectEnding(server.url, people);
    await annotate(`${player.decisions} decisions, ${scores.join(' to ')}; pressed: ${player.tally()}`);
    await annotate(`enlarged by two fingers: ${hands.enlarged.pinched}, by the button: ${hands.enlarged.stepped}`);
    for (const kind of ['plateau', 'worker', 'field', 'stock', 'build', 'offer', 'from-hand'])
      expect(player.pressed.get(kind) ?? 0, `how often a ${kind} was chosen`).toBeGreaterThan(0);
    expect(hands.enlarged.pinched + hands.enlarged.stepped, 'how often the board was enlarged').toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
});
