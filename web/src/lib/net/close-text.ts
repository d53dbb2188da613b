import { en, type Key } from '../i18n/en';

/** The text key for a final close code. */
export function closeText(code: number): Key {
  const key = `connection.stopped.${code}`;
  return key in en ? (key as Key) : 'connection.stopped.other';
}
