/**
 * Languages, regions and time zones of the browser. Browsers report values that `Intl` refuses, such as the locale en-US@posix. Every use of
 * `Intl` goes through this file, which repairs or drops them.
 */

/** The languages of the browser in the form that `Intl` accepts, the preferred one first. */
export function browserLanguages(): string[] {
  const { languages, language } = navigator as { languages?: unknown; language?: unknown };
  const stated: unknown[] = Array.isArray(languages) ? [...(languages as unknown[]), language] : [language];
  return [...new Set(stated.flatMap(accepted))];
}

/** A language with the region of the browser, so that times are written as there: 15:52 in Britain, 3:52 PM in America. */
export function withRegion(language: string): string {
  return browserLanguages().find((one) => one === language || one.startsWith(`${language}-`)) ?? language;
}

/** The time zone of the device, by a name that `Intl` accepts. If the browser does not know it, a zone with the present offset. */
export function timeZone(): string {
  try {
    const zone: unknown = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (typeof zone === 'string' && isKnown(zone)) return zone;
  } catch {
    // The browser cannot tell its zone.
  }
  return offsetZone();
}

/** The zone with the present offset of the device in whole hours. Every server knows these names. */
export function offsetZone(): string {
  const minutes = new Date(Date.now()).getTimezoneOffset();
  const hours = Number.isFinite(minutes) ? Math.min(12, Math.max(-14, Math.round(minutes / 60))) : 0;
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`;
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return made(locale, (one) => new Intl.DateTimeFormat(one, options));
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return made(locale, (one) => new Intl.NumberFormat(one, options));
}

/** Formats lists: commas, and "and" or "or" before the last item. */
export function listFormat(locale: string, type: Intl.ListFormatType = 'conjunction'): Intl.ListFormat {
  return made(locale, (one) => new Intl.ListFormat(one, { type }));
}

/** The visible characters of a text; undefined in an older browser. */
export function clusters(text: string): string[] | undefined {
  if (typeof Intl.Segmenter === 'undefined') return undefined;
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
}

export function pluralRules(locale: string): Intl.PluralRules {
  return made(locale, (one) => new Intl.PluralRules(one));
}

export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return made(locale, (one) => new Intl.RelativeTimeFormat(one, { numeric: 'auto' }));
}

/** Makes a formatter; in the language without its region, or else in English, if the browser refuses the locale. */
function made<Format>(locale: string, make: (locale: string) => Format): Format {
  for (const one of [...accepted(locale), ...accepted(locale.split(/[-_.@]/)[0])]) {
    try {
      return make(one);
    } catch {
      // The next locale is simpler.
    }
  }
  return make('en');
}

/** The form of a locale that `Intl` accepts; none if it has none. POSIX names have a part after a dot or at sign. */
function accepted(locale: unknown): string[] {
  if (typeof locale !== 'string') return [];
  for (const one of [locale, locale.split(/[.@]/)[0] ?? '']) {
    try {
      return Intl.getCanonicalLocales(one.replaceAll('_', '-'));
    } catch {
      // The next form is shorter.
    }
  }
  return [];
}

function isKnown(zone: string): boolean {
  if (zone === 'Etc/Unknown') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
