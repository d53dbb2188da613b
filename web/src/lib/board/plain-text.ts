import { spell, type Part } from '../i18n/text';
import { nameOf } from '../ui/seating';
import type { Seat } from '../wire/table';
import type { Speech } from './title-texts';

/** A sentence as plain text: players and pieces by their names. */
export function inWords(parts: Part[], speech: Speech, seats: readonly Seat[]): string {
  return spell(
    parts,
    (seat) => nameOf(seats, seat),
    (piece) => speech.word(piece),
  );
}

/** Several sentences as one text, for who hears the page. */
export function aloud(sentences: readonly Part[][], speech: Speech, seats: readonly Seat[]): string {
  return sentences.map((parts) => inWords(parts, speech, seats).replace(/\.$/, '')).join('. ');
}
