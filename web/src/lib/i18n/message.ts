/** The forms of a plural or select, by their keys. */
export type Cases = Readonly<Record<string, readonly Node[]>>;

/** A part of a compiled message: a text, a placeholder, one with a format, a select, or a plural. */
export type Node =
  | string
  | readonly [name: string]
  | readonly [name: string, format: string]
  | readonly [name: string, cases: Cases]
  | readonly [name: string, cases: Cases, plural: 1];

/** A message as the build compiles it from ICU MessageFormat. A message without placeholders is a plain text. */
export type Message = string | readonly Node[];

/** Messages by key, of one language. */
export type Catalog = Readonly<Record<string, Message>>;

export function placeholders(message: Message): string[] {
  return typeof message === 'string' ? [] : [...new Set(message.flatMap(namesIn))];
}

function namesIn(node: Node): string[] {
  if (typeof node === 'string') return [];
  const [name, more] = node;
  return typeof more === 'object' ? [name, ...Object.values(more).flatMap((form) => form.flatMap(namesIn))] : [name];
}
