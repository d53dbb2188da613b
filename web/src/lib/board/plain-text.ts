import { joinParts, type Part } from '../i18n/text';
import { nameOf } from '../ui/seating';
import type { Seat } from '../wire/table';
import type { TitleTexts } from './title-texts';

/** Formats a sentence as plain text, with names of players and pieces. */
export function plainText(parts: Part[], texts: TitleTexts, seats: readonly Seat[]): string {
  return joinParts(
    parts,
    (seat) => nameOf(seats, seat),
    (piece) => texts.word(piece),
  );
}

/** Joins sentences to one plain text for screen readers. */
export function plainSentences(sentences: readonly Part[][], texts: TitleTexts, seats: readonly Seat[]): string {
  return sentences.map((parts) => plainText(parts, texts, seats).replace(/\.$/, '')).join('. ');
}
