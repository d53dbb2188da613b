import { hasText, t, type PlainKey } from '../i18n/translate';

export function colorWord(color: string): string {
  const key = `color.${color}`;
  return hasText(key) ? t(key as PlainKey) : color;
}
