import { settings } from '../state/settings.svelte';
import { en, type Key } from './en';
import { fillTemplate, joinParts, listFormat, type Language } from './text';
import { nl } from './nl';

const catalogs: Record<Language, Record<Key, string>> = { en, nl };

/** A common text in the reader's language. Inside a component it reacts to the language setting. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return joinParts(fillTemplate(template(key), values, settings.language), String, String);
}

/** A common text; undefined if the key has no text. */
export function optionalText(key: string): string | undefined {
  return key in en ? t(key as Key) : undefined;
}

/** The template of a common text. */
export function template(key: Key): string {
  return catalogs[settings.language][key];
}

/** Names as a list in the reader's language. */
export function listed(names: Iterable<string>): string {
  return listFormat(settings.language).format(names);
}

/** The text of an error code. Unknown codes of a newer server get the general text. */
export function errorText(code: string): string {
  const key = `error.${code}`;
  return key in en ? t(key as Key) : t('error.internal');
}

/** A relative time in the reader's language. */
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
