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
});
