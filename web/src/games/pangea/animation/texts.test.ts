// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { Speech } from '../../../lib/board/title-texts';
import { tell } from '../../../lib/board/log-lines';
import { spell } from '../../../lib/i18n/text';
import pangea from '..';
import { beats } from './steps';
import { games } from './fixtures/games';

const told = games.flatMap(([, entries]) => entries).flatMap(beats);
const names = ['Ada', 'Bram', 'Cato'];

describe.each(['en', 'nl'] as const)('what is said of a recorded game in %s', (language) => {
  const speech = new Speech(pangea, language);
  const sentences = told.map(({ event, view }) =>
    tell(speech, [event], view).map((parts) =>
      spell(
        parts,
        (seat) => names[seat] ?? '?',
        (piece) => speech.word(piece),
      ),
    ),
  );

  it('is one whole sentence for each beat', () => {
    for (const said of sentences) {
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/^\p{Lu}.*\.$/u);
      expect(said[0]).not.toMatch(/[{}_?]|undefined/);
    }
  });
});
