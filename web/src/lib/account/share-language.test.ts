// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { settings } from '../app/settings.svelte.ts';
import { notifyApi } from '../net/notify-api';
import { shareLanguage } from './share-language';

afterEach(() => {
  Object.assign(settings, { language: 'en', languageChosen: false, languageUnsent: false });
});

it('shows the language that the person chose on another device', async () => {
  const change = vi.spyOn(notifyApi, 'change');
  await shareLanguage('it');
  expect([settings.language, settings.languageChosen, change.mock.calls.length]).toEqual(['it', true, 0]);
  await shareLanguage('fr');
  expect(settings.language).toBe('fr');
});

it('keeps the language of the browser for a person without a choice, and for a choice that this client lacks', async () => {
  await shareLanguage();
  await shareLanguage('xx');
  expect([settings.language, settings.languageChosen]).toEqual(['en', false]);
});

it('stores a choice of this device, again after a lost request', async () => {
  const change = vi.spyOn(notifyApi, 'change').mockRejectedValueOnce(new Error('lost'));
  change.mockResolvedValue({} as never);
  Object.assign(settings, { language: 'de', languageChosen: true, languageUnsent: true });
  await expect(shareLanguage('nl')).rejects.toThrow('lost');
  await shareLanguage('nl');
  expect([settings.language, settings.languageUnsent]).toEqual(['de', false]);
  expect(change.mock.calls).toEqual([[{ language: 'de' }], [{ language: 'de' }]]);
});
