import { flushSync } from 'svelte';
import { later } from '../ui/later';

/** The names of spots that are made after the frame. */
const unnamed = new Set<() => void>();
/** This is the number of names that are made in one task. */
const together = 5;

/** Makes a name after the frame. The returned function cancels it. */
export function nameLater(name: () => void): () => void {
  if (unnamed.size === 0) later('labels', nameSome);
  unnamed.add(name);
  return () => unnamed.delete(name);
}

function nameSome(): void {
  const some = [...unnamed].slice(0, together);
  flushSync(() => some.forEach((name) => name()));
  for (const name of some) unnamed.delete(name);
  if (unnamed.size > 0) later('labels', nameSome);
}
