// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { settings } from '../app/settings.svelte.ts';
import { region } from './region';

afterEach(() => {
  settings.language = 'en';
});

it('takes the region of the browser for the language of the reader alone', () => {
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'en-GB', 'en-US', 'nl'] });
  expect(region()).toBe('en-GB');
  expect(new Intl.DateTimeFormat(region(), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(0))).toBe('00:00');
  settings.language = 'nl';
  expect(region()).toBe('nl');
  vi.stubGlobal('navigator', { languages: ['fr-FR'] });
  expect(region()).toBe('nl');
});
