/** A part of a message: plain text, a link, or a mention of a person. */
export type TextPart = { text: string } | { link: string; host: string; text: string } | { mention: string };

const address = /https:\/\/[^\s<>"']+/gu;

/** Characters at the end of an address that belong to the sentence around it. */
const closing = /[.,;:!?)\]}]+$/u;

/** Splits a message. Only https addresses become links, and only names of people at the table become mentions. */
export function textParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = linkOf(match[0].replace(closing, ''));
    if (!found) continue;
    parts.push(...mentionParts(text.slice(from, match.index), names), found);
    from = match.index + found.text.length;
  }
  parts.push(...mentionParts(text.slice(from), names));
  return parts;
}

function linkOf(text: string): { link: string; host: string; text: string } | null {
  try {
    const url = new URL(text);
    // A user part would hide the real host behind another name.
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.host === '') return null;
    return { link: url.href, host: url.host, text };
  } catch {
    return null;
  }
}

/** Scripts without spaces between words, so that an @ follows a letter. */
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]$/u;
/** The end of a word, or of an address. */
const beforeNone = /[\p{L}\p{N}\p{M}\p{Join_C}_@/+=%&~#-]$/u;
/** The text after a name that goes on with it. A dot, a dash or an @ does if a word follows. */
const goesOn = /^[.@-]?[\p{L}\p{N}\p{M}\p{Join_C}_]/u;

/** Splits a text into mentions and the text between them, by the rules of the server. */
function mentionParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    const name =
      (sign === '@' || sign === '＠') && mayMention(text.slice(0, at)) ? nameAt(text.slice(at + 1), names) : 0;
    if (name === 0) {
      plain += sign;
      at++;
      continue;
    }
    if (plain) parts.push({ text: plain });
    plain = '';
    parts.push({ mention: text.slice(at + 1, at + 1 + name) });
    at += 1 + name;
  }
  if (plain) parts.push({ text: plain });
  return parts;
}

/** Whether an @ behind this text can name somebody. */
export function mayMention(before: string): boolean {
  return spaceless.test(before) || (!beforeNone.test(before) && !/:\/\/\S*$/u.test(before));
}

/** The length of the longest name with which a text begins, and which ends there; 0 without one. */
function nameAt(text: string, names: readonly string[]): number {
  return Math.max(
    0,
    ...names.map((name) => (name && !goesOn.test(text.slice(name.length)) ? lengthAt(text, name) : 0)),
  );
}

/** The length of a name at the start of a text, in capital or small letters; 0 without it. */
function lengthAt(text: string, name: string): number {
  return text.slice(0, name.length).toLowerCase() === name.toLowerCase() ? name.length : 0;
}
