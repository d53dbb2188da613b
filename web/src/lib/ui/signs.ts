/** The signs that stay with what follows or precedes them, with the space that French sets beside them. */
const opening = /[(«„“¿¡][\u00a0\u202f]?$/;
const closing = /^[\u00a0\u202f]?[.,;:!?)»”…]+/;

/** A part of a sentence, with the signs right before and after it. */
interface Signed<T> {
  before: string;
  part: string | T;
  after: string;
}

/** Gives the drawings and buttons the signs around them, because browsers break a line between a drawing or a button and any sign. */
export function withSigns<T extends object>(parts: readonly (string | T)[]): Signed<T>[] {
  return parts.flatMap((part, i): Signed<T>[] => {
    const [last, next] = [parts[i - 1], parts[i + 1]];
    if (typeof part !== 'string') return [{ before: signsOf(last, opening), part, after: signsOf(next, closing) }];
    let text = part;
    if (typeof last === 'object') text = text.replace(closing, '');
    if (typeof next === 'object') text = text.replace(opening, '');
    return text === '' ? [] : [{ before: '', part: text, after: '' }];
  });
}

const signsOf = (part: unknown, signs: RegExp): string =>
  typeof part === 'string' ? (signs.exec(part)?.[0] ?? '') : '';
