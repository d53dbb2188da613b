/** JSON in which data could hide from a reader. */
export class HiddenData extends Error {
  override name = 'HiddenData';
}

/** The limit of nesting, which all programs of this project have. No record needs half of it. */
const maxDepth = 32;

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * Parses JSON. Throws SyntaxError for text that is not JSON. Throws HiddenData if JSON readers could understand the text differently: for
 * repeated members, halves of surrogate pairs and deep nesting. Numbers are plain whole ones of at most 2^53-1, and never `-0`.
 */
export function parseStrict(text: string): unknown {
  const value: unknown = JSON.parse(text);
  /** The names of the members so far of each open object; null for a list. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [now] of text.matchAll(token)) {
    if (open.length > maxDepth && !/^[}\]:,]/.test(now)) throw new HiddenData('nested too deeply');
    if (now === '{') open.push(new Set());
    else if (now === '[') open.push(null);
    else if (now === '}' || now === ']') open.pop();
    else if (now === ':') addMember(open.at(-1), last);
    else if (/^[-\d]/.test(now)) checkNumber(now);
    else if (now.startsWith('"') && /\p{Surrogate}/u.test(JSON.parse(now) as string))
      throw new HiddenData('half of a surrogate pair');
    last = now;
  }
  return value;
}

function addMember(names: Set<string> | null | undefined, written: string): void {
  const name = JSON.parse(written) as string;
  if (names?.has(name)) throw new HiddenData(`the member ${name} occurs twice`);
  names?.add(name);
}

function checkNumber(written: string): void {
  if (written === '-0' || !/^-?\d+$/.test(written) || !Number.isSafeInteger(Number(written)))
    throw new HiddenData(`${written} is not a plain whole number`);
}
