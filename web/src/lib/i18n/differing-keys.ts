import { placeholders } from './text';

type Messages = Readonly<Record<string, string>>;

/** The keys that only one of two catalogs has, and the keys with different placeholders. */
export function differingKeys(one: Messages, other: Messages): string[] {
  const used = (text: string): string => [...new Set(placeholders(text))].sort().join(' ');
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => {
    const [a, b] = [one[key], other[key]];
    return a === undefined || b === undefined || used(a) !== used(b);
  });
}
