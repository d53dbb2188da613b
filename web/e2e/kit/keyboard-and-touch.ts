import type { TestContext } from 'vitest';
import { expect } from 'vitest';
import { axeViolations } from './axe';
import { phone, type Fixture } from './fixture';
import type { Input } from './input';
import { Keyboard } from './keyboard';
import { untilPainted } from './log';
import type { Person } from './person';
import { recordPointerEvents } from './pointer-events';
import { Touch } from './touch';

/** Ada, who plays by keyboard at a desk by night, and Ben, who plays by touch on a phone. */
export async function keyboardAndTouch(fixture: Fixture) {
  const ada = await fixture.person('Ada', { colorScheme: 'dark' });
  const ben = await fixture.person('Ben', phone);
  const pointerEvents = await recordPointerEvents(ada);
  const [keyboard, touch] = [new Keyboard(), new Touch()];
  return {
    people: [ada, ben] as const,
    keyboard,
    touch,
    inputOf: (person: Person): Input => (person === ada ? keyboard : touch),
    /** Notes the presses, and checks the pages at the end of a game. */
    async check(annotate: TestContext['annotate'], played: string): Promise<void> {
      await annotate(played);
      await annotate(`keyboard ${JSON.stringify(keyboard.reached)}, enlarged ${JSON.stringify(touch.enlarged)}`);
      expect(await ben.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await untilPainted(ada.page);
      for (const { name, page } of [ada, ben])
        expect(await axeViolations(page), `axe on the page of ${name}`).toEqual([]);
      expect(pointerEvents).toEqual([]);
    },
  };
}
