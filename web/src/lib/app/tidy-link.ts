/** Decodes percent signs, also those that a program encoded a second time. A text with a stray percent sign stays as it is. */
export function decode(text: string): string {
  try {
    const once = decodeURIComponent(text);
    return /%[0-9a-f]{2}/i.test(once) ? decode(once) : once;
  } catch {
    return text;
  }
}

/**
 * The token in a part of a link, without the damage that a link takes on its way: quotes, brackets and punctuation around it, spaces, and invisible characters. Ids and
 * codes have ASCII letters, digits, dashes and underscores, and dots between them. A code of 22 letters ends there.
 */
export function tidy(text: string): string {
  const [token = ''] = /[\w.-]+/.exec(decode(text).replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')) ?? [];
  return token.replace(/^\.+|\.+$/g, '').replace(/^((?:\d+\.)?[\w-]{22})[-_.]+$/, '$1');
}

/** The id of a table or a person. Their letters are small. */
export function tidyId(text: string): string {
  const token = tidy(text);
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(token) ?? [];
  return id?.toLowerCase() ?? token;
}

/** A parameter of a query that was part of a path; "" if there is none. */
export const queryParameter = (query: string, name: string): string => new URLSearchParams(query).get(name) ?? '';
