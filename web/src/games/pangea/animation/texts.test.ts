// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { TitleTexts } from '../../../lib/board/title-texts';
import { logLines } from '../../../lib/board/log-lines';
import { joinParts } from '../../../lib/i18n/text';
import pangea from '..';
import { animate } from './steps';
import { games } from './fixtures/games';

const steps = games.flatMap(([, entries]) => entries).flatMap(animate);
const names = ['Ada', 'Bram', 'Cato'];

describe.each(['en', 'nl'] as const)('the captions of a recorded game in %s', (language) => {
  const texts = new TitleTexts(pangea, language);
  const sentences = steps.map(({ event, view }) =>
    logLines(texts, [event], view).map((parts) =>
      joinParts(
        parts,
        (seat) => names[seat] ?? '?',
        (piece) => texts.word(piece),
      ),
    ),
  );

  it('have a complete sentence for each step', () => {
    for (const said of sentences) {
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^\p{Lu}.*\.$/u);
      expect(said[0]).not.toMatch(/[{}_?]|undefined/);
    }
  });
});
