import { en, type Key } from '../i18n/en';

/** The message that says why a connection ended for good, by its close code. */
export function closeText(code: number): Key {
  const key = `connection.stopped.${code}`;
  return key in en ? (key as Key) : 'connection.stopped.other';
}
