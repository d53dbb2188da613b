// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import {
  browserLanguages,
  dateFormat,
  listFormat,
  numberFormat,
  offsetZone,
  pluralRules,
  relativeFormat,
  timeZone,
  withRegion,
} from './locale';

/** A browser that reports these languages. */
function reports(languages: unknown, language: unknown = undefined): void {
  vi.stubGlobal('navigator', { languages, language });
}

describe('the languages of the browser', () => {
  it.each([
    [
      ['en-US@posix', 'nl'],
      ['en-US', 'nl'],
    ],
    [
      ['nl_NL.UTF-8', 'en_GB'],
      ['nl-NL', 'en-GB'],
    ],
    [['C', '', 'x', 'EN-gb', 'de--DE', '日本', null, 7], ['en-GB']],
    [[], []],
    [undefined, []],
    ['en', []],
  ])('%j are %j', (stated, want) => {
    reports(stated);
    expect(browserLanguages()).toEqual(want);
  });

  it('has the single language of a browser without a list', () => {
    reports(undefined, 'en-US@posix');
    expect([browserLanguages(), withRegion('en'), withRegion('nl')]).toEqual([['en-US'], 'en-US', 'nl']);
  });
});

describe('formatters', () => {
  it.each(['en-US@posix', 'en_US.UTF-8', 'C', '', 'x', '🎲', 'en-US-u-hc-h99-'])(
    'exist for the locale %j',
    (locale) => {
      expect(dateFormat(locale, { year: 'numeric', timeZone: 'UTC' }).format(0)).toContain('1970');
      expect(numberFormat(locale).format(1234)).toMatch(/1.?234/);
      expect(listFormat(locale).format(['a', 'b'])).toContain('a');
      expect(pluralRules(locale).select(1)).toBe('one');
      expect(relativeFormat(locale).format(-1, 'day')).not.toBe('');
    },
  );
});

describe('the time zone', () => {
  it.each([undefined, '', 'Mars/Olympus', 'Etc/Unknown', 7])(
    'falls back to the offset if the browser says %j',
    (zone) => {
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
        timeZone: zone,
      } as Intl.ResolvedDateTimeFormatOptions);
      vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
      expect(timeZone()).toBe('Etc/GMT-2');
    },
  );

  it('falls back if the browser throws', () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
      throw new RangeError('Invalid time zone');
    });
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(Number.NaN);
    expect(timeZone()).toBe('UTC');
  });

  it.each([
    [0, 'UTC'],
    [300, 'Etc/GMT+5'],
    [-330, 'Etc/GMT-5'],
    [-840, 'Etc/GMT-14'],
    [9000, 'Etc/GMT+12'],
  ])('with an offset of %i minutes is %s', (minutes, zone) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
    expect(offsetZone()).toBe(zone);
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  });
});
