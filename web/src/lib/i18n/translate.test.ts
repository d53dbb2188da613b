// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { settings } from '../app/settings.svelte.ts';
import { timeAgo, errorText, t } from './translate';

afterEach(() => {
  settings.language = 'en';
});

describe('translation', () => {
  it('follows the language setting', () => {
    expect(t('play.points', { n: 1 })).toBe('1 point');
    settings.language = 'nl';
    expect(t('play.points', { n: 2 })).toBe('2 punten');
  });

  it('has a text for unknown codes', () => {
    expect(errorText('seat_taken')).toContain('taken');
    expect(errorText('brand_new')).toBe(t('error.internal'));
  });

  it('formats the time since', () => {
    const now = Date.UTC(2026, 0, 2, 12);
    expect(timeAgo(now - 20_000, now)).toBe('just now');
    expect(timeAgo(now - 3 * 60_000, now)).toBe('3 minutes ago');
    expect(timeAgo(now - 26 * 3_600_000, now)).toBe('yesterday');
  });

  it('counts the days of the calendar of the reader', () => {
    const evening = new Date(2026, 0, 7, 21).getTime();
    const night = new Date(2026, 0, 7, 0, 30).getTime();
    expect(timeAgo(new Date(2026, 0, 6, 8).getTime(), evening)).toBe('yesterday');
    expect(timeAgo(new Date(2026, 0, 5, 23).getTime(), night)).toBe('2 days ago');
    expect(timeAgo(new Date(2026, 0, 8, 23).getTime(), night)).toBe('tomorrow');
  });
});
