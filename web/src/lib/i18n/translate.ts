import { settings } from '../app/settings.svelte.ts';
import type english from '../../../../texts/en/client.json';
import { relativeFormat } from '../environment/locale';
import { serverNow } from '../environment/clock';
import { pause } from '../net/again';
import type { Refusal } from '../net/rest';
import { fillTemplate, joinList, joinParts, sentenceParts, type Language, type Part, type Words } from './text';
import { commonTexts } from './common-texts';
import { loadShown } from './lazy-texts';
import type { Message } from './message';
import type { NamedKey } from './named-keys.gen';

/** Changes the language of the page after its texts have arrived. Rejects, and changes nothing, if a file is lost. */
export async function showLanguage(language: Language): Promise<void> {
  await loadShown(language);
  settings.language = language;
}

export type Key = keyof typeof english;
export type PlainKey = Exclude<Key, NamedKey>;
type Values = Readonly<Record<string, string | number>>;
type NamedValues = Readonly<Record<string, string | number | readonly string[]>>;

/** A common text without names in the reader's language. Inside a component it reacts to the language setting. */
export function t(key: PlainKey, values: Values = {}): string {
  return joinParts(fillTemplate(template(key), values, settings.language), String, String);
}

/** A common text with names, as parts for `Sentence`, which keeps translators of browsers from the names. */
export function sentence(key: NamedKey, values: NamedValues): Part[] {
  return sentenceParts(template(key), values, settings.language);
}

/** A common text with names as a plain text: for labels, titles and announcements only, which have no elements. */
export function spoken(key: NamedKey, values: NamedValues): string {
  return inWords(sentence(key, values));
}

/** The plain text of a common text. */
export function inWords(words: Words): string {
  return typeof words === 'string' ? words : joinParts(words, String, String);
}

/** A common text; undefined if the key has no text. */
export function optionalText(key: string): string | undefined {
  return hasText(key) ? t(key as PlainKey) : undefined;
}

export function template(key: Key): Message {
  return commonTexts[settings.language][key] ?? key;
}

export function hasText(key: string): key is Key {
  return Object.hasOwn(commonTexts[settings.language], key);
}

/** A label with its value, such as “Next card: Mist”. Languages differ in the mark between them. */
export function labelled(label: string, value: string | number): string {
  return t('labelled', { label, value });
}

/** Words as a list in the reader's language. */
export function listed(words: Iterable<string>, type?: Intl.ListFormatType): string {
  const items = [...words].map((word) => [word]);
  return joinParts(joinList(items, settings.language, type), String, String);
}

/**
 * The text of an error code, or of the reason after its colon. Unknown codes and reasons of a newer server get the general text. `wait` is the time in
 * seconds after which the server wants to be asked again.
 */
export function errorText(code: string, wait = 0): string {
  if (code === 'too_fast' && wait >= longWait) {
    const now = serverNow();
    return t('error.too_fast.later', { when: timeAgo(now + wait * 1000, now) });
  }
  const [general = '', reason = ''] = code.split(':');
  return optionalText(`fault.${reason}`) ?? optionalText(`error.${general}`) ?? t('error.internal');
}

/** From this time in seconds on, a wait is more than a moment. */
const longWait = 60;

/** The text of a failure after which the page asks again by itself. */
export function waitText(failure: Refusal): string {
  return failure.code === 'too_fast' ? t('error.too_fast.waits', { n: pause(failure) }) : t('error.unanswered');
}

const day = 86_400;

/** A time of the server relative to now, in the reader's language. */
export function timeAgo(time: string | number, now: number = serverNow()): string {
  const at = new Date(time);
  const seconds = (at.getTime() - now) / 1000;
  const format = relativeFormat(settings.language);
  // Languages have words such as "yesterday", so that days are those of the calendar.
  if (Math.abs(seconds) >= day) return format.format(calendarDay(at) - calendarDay(new Date(now)), 'day');
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['hour', 3_600],
    ['minute', 60],
  ];
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return t('time.now');
}

/** The number of a day in the calendar of the reader's time zone. */
function calendarDay(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / (day * 1000);
}
