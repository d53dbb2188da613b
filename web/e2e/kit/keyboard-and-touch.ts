import type { TestContext } from 'vitest';
import { expect } from 'vitest';
import { rawTexts } from '../../src/dev/raw-texts';
import { axeViolations } from './axe';
import { phone, type Fixture } from './fixture';
import { ForeignTexts, textsOf } from './foreign-texts';
import type { Input } from './input';
import { Keyboard } from './keyboard';
import { untilPainted } from './log';
import type { Person } from './person';
import { recordPointerEvents } from './pointer-events';
import { textFaults } from './text-faults';
import { Touch } from './touch';

/** Ada, who plays by keyboard at a desk by night, and Ben, who plays by touch on a phone and reads `language`. */
export async function keyboardAndTouch(fixture: Fixture, language: string) {
  const ada = await fixture.person('Ada', { colorScheme: 'dark' });
  const ben = await fixture.person('Ben', { ...phone, locale: language });
  const pointerEvents = await recordPointerEvents(ada);
  const [keyboard, touch] = [new Keyboard(), new Touch()];
  return {
    people: [ada, ben] as const,
    keyboard,
    touch,
    /** The texts on Ben's page. */
    texts: rawTexts('texts/*/client.json', language),
    inputOf: (person: Person): Input => (person === ada ? keyboard : touch),
    /** Notes the presses, and checks the pages at the end of a game. */
    async check(annotate: TestContext['annotate'], played: string): Promise<void> {
      await annotate(played);
      await annotate(`keyboard ${JSON.stringify(keyboard.reached)}, enlarged ${JSON.stringify(touch.enlarged)}`);
      expect(await ben.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await untilPainted(ben.page);
      expect(new ForeignTexts(language).in(await textsOf(ben.page)), `texts that are not in ${language}`).toEqual([]);
      expect(await textFaults(ben.page), 'texts that are cut or covered').toEqual([]);
      await untilPainted(ada.page);
      for (const { name, page } of [ada, ben])
        expect(await axeViolations(page), `axe on the page of ${name}`).toEqual([]);
      expect(pointerEvents).toEqual([]);
    },
  };
}
