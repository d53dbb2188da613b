import { en } from '../i18n/en';
import type { PlainKey } from '../i18n/translate';

/** The text key for a final close code. */
export function closeText(code: number): PlainKey {
  const key = `connection.stopped.${code}`;
  return key in en ? (key as PlainKey) : 'connection.stopped.other';
}
