import { joinParts, type Part } from '../i18n/text';
import { nameOf } from '../ui/seating';
import type { Seat } from '../wire/table';
import type { TitleTexts } from './title-texts';

/** A sentence as plain text: players and pieces by their names. */
export function plainText(parts: Part[], texts: TitleTexts, seats: readonly Seat[]): string {
  return joinParts(
    parts,
    (seat) => nameOf(seats, seat),
    (piece) => texts.word(piece),
  );
}

/** Several sentences as one text, for who hears the page. */
export function plainSentences(sentences: readonly Part[][], texts: TitleTexts, seats: readonly Seat[]): string {
  return sentences.map((parts) => plainText(parts, texts, seats).replace(/\.$/, '')).join('. ');
}
