import { hasText, type PlainKey } from '../i18n/translate';

export function closeText(code: number): PlainKey {
  const key = `connection.stopped.${code}`;
  return hasText(key) ? (key as PlainKey) : 'connection.stopped.other';
}
