import { capital } from '../board/title-texts';
import { hasText, t, type PlainKey } from '../i18n/translate';

export function colorWord(color: string): string {
  const key = `color.${color}`;
  return hasText(key) ? t(key as PlainKey) : color;
}

/** The name of a player who is called by the color of their seat. */
export const nameOfColor = (color: string): string => capital(colorWord(color));
