import { settings } from '../state/settings.svelte';
import { en, type Key } from './en';
import { fillTemplate, joinParts, type Language } from './text';
import { nl } from './nl';

const catalogs: Record<Language, Record<Key, string>> = { en, nl };

/** Says a message of the frame in the reader's language. Reading it inside a component follows the setting. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return joinParts(fillTemplate(template(key), values, settings.language), String, String);
}

/** Says a message of the frame where there is one with that key. */
export function optionalText(key: string): string | undefined {
  return key in en ? t(key as Key) : undefined;
}

/** A message of the frame as it stands, with its placeholders. */
export function template(key: Key): string {
  return catalogs[settings.language][key];
}

/** Says an error code: what happened, what was kept, what to do. Codes of a newer server get the general sentence. */
export function errorText(code: string): string {
  const key = `error.${code}`;
  return key in en ? t(key as Key) : t('error.internal');
}

/** How long ago that was, in the reader's words. */
export function timeAgo(time: string | number, now: number = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' });
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ];
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return t('time.now');
}
