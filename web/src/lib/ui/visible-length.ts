import { clusters } from '../environment/locale';

/** The longest name, in visible characters. */
export const maxName = 32;

/** The largest number of UTF-16 units that a field takes for a visible character: 16 code points of two units. The server counts visible characters. */
export const unitsPerCharacter = 32;

/** The number of visible characters of a text. An older browser counts code points without the marks and joiners that continue a character. */
export function visibleLength(text: string): number {
  const composed = text.normalize().trim();
  return clusters(composed)?.length ?? [...composed.replaceAll(/[\p{M}\p{Cf}\u{1f3fb}-\u{1f3ff}]/gu, '')].length;
}
