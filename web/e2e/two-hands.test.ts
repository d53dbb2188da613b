import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { barriers } from './kit/axe';
import { Chance } from './kit/chance';
import { Walker } from './kit/circle';
import { Drifter } from './kit/drifter';
import { expectEnding } from './kit/ending';
import { Fingers } from './kit/fingers';
import { gather } from './kit/gathering';
import type { Hands } from './kit/hands';
import { test, type House } from './kit/house';
import { Keys } from './kit/keys';
import type { Person } from './kit/person';
import { phone } from './kit/phone';
import { listenForPointers } from './kit/pointers';

/** A whole game takes minutes: it is played where WHOLE is set (make test-browser WHOLE=1), else its beginning. */
const whole = Boolean(process.env.WHOLE);
const beginning = 16;

describe(`one by keyboard, one by touch${whole ? '' : `, the first ${beginning} decisions`}`, () => {
  test('play Die Druiden', async ({ house, annotate }) => {
    const table = await meet(house, 'druids');
    const walker = new Walker(new Chance(5), table.handsOf, 80);
    await walker.play(table.people, () => !whole && walker.decisions >= beginning);
    await annotate(`${walker.decisions} decisions, ${JSON.stringify([...walker.pressed])}, ${table.tally()}`);
    for (const kind of ['dice', 'figure', 'stone'])
      expect(walker.pressed.get(kind) ?? 0, `how often a ${kind} was chosen`).toBeGreaterThan(0);
    expect(table.fingers.shown, 'taps that told what a second one would do').toBeGreaterThan(0);
    await table.end();
  });

  test('play Die Magier von Pangea', async ({ house, annotate }) => {
    const table = await meet(house, 'pangea');
    const drifter = new Drifter(new Chance(5), table.handsOf);
    await drifter.play(table.people, () => !whole && drifter.decisions >= beginning);
    await annotate(`${drifter.decisions} decisions, ${JSON.stringify([...drifter.done])}, ${table.tally()}`);
    for (const kind of ['tower', 'end']) expect(drifter.done.get(kind) ?? 0, `how often: ${kind}`).toBeGreaterThan(0);
    expect(table.fingers.shown, 'taps that told what a second one would do').toBeGreaterThan(0);
    await table.end();
  });
});

interface Meeting {
  people: readonly [Person, Person];
  fingers: Fingers;
  handsOf: (person: Person) => Hands;
  tally: () => string;
  /** Expects the result where the game was played to its end, and that nobody used another's hands. */
  end: () => Promise<void>;
}

/** Ada at a desk without a mouse, and Ben with a phone, begin a game. */
async function meet(house: House, title: string): Promise<Meeting> {
  const server = await house.server();
  const desk = { reducedMotion: 'reduce', colorScheme: 'dark' } as const;
  const people = [await house.person('Ada', desk), await house.person('Ben', phone)] as const;
  const [ada, ben] = people;
  const pointed = await listenForPointers(ada);
  const [keys, fingers] = [new Keys(), new Fingers()];
  await gather([keys, fingers], server.url, ada, ben, title);
  return {
    people,
    fingers,
    handsOf: (person) => (person === ada ? keys : fingers),
    tally: () =>
      `keys ${JSON.stringify(keys.walked)}, taps that told ${fingers.shown}, ${JSON.stringify(fingers.enlarged)}`,
    async end() {
      if (whole) {
        for (const { page } of people) await page.getByTestId('result').waitFor();
        await expectEnding(server.url, people);
      }
      await settle(ada.page);
      for (const { name, page } of people)
        expect(await barriers(page), `what axe finds on the page of ${name}`).toEqual([]);
      expect(pointed, 'what a pointer would make the page hear').toEqual([]);
      expect(await ben.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    },
  };
}

/** Lets the page say what it still has to say. */
function settle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
}
