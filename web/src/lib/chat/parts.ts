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

function mentionParts(text: string, names: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const name = text[at] === '@' ? nameAt(text.slice(at + 1), names) : undefined;
    if (name === undefined) {
      plain += text[at++];
      continue;
    }
    if (plain) parts.push({ text: plain });
    plain = '';
    parts.push({ mention: text.slice(at + 1, at + 1 + name.length) });
    at += 1 + name.length;
  }
  if (plain) parts.push({ text: plain });
  return parts;
}

/** The longest name with which a text begins, and which ends there. */
export function nameAt(text: string, names: readonly string[]): string | undefined {
  const small = text.toLowerCase();
  return names
    .filter(
      (name) => name && small.startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}\p{M}_]/u.test(text.slice(name.length)),
    )
    .sort((a, b) => b.length - a.length)[0];
}
