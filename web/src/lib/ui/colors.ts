import { en } from '../i18n/en';
import { t, type PlainKey } from '../i18n/translate';

/** The word for a player's color. */
export function colorWord(color: string): string {
  const key = `color.${color}`;
  return key in en ? t(key as PlainKey) : color;
}
