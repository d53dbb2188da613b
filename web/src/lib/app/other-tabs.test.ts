// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followOtherTabs } from './other-tabs';
import { settings } from './settings.svelte.ts';
import { storageKey, storedSettings } from './stored-settings';

let stop: () => void;
beforeEach(() => {
  stop = followOtherTabs();
});
afterEach(() => {
  stop();
  localStorage.clear();
  Object.assign(settings, storedSettings());
});

/** Stores a value as another tab does. */
function storeElsewhere(key: string, value: object): void {
  localStorage.setItem(key, JSON.stringify(value));
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
}

it('takes on what another tab chose, with its language', async () => {
  storeElsewhere(storageKey, { ...settings, theme: 'night', sound: false, language: 'nl', languageChosen: true });
  await vi.waitFor(() => expect(settings.language).toBe('nl'));
  expect([settings.theme, settings.sound]).toEqual(['night', false]);
});

it('takes on the last of two choices', async () => {
  storeElsewhere(storageKey, { ...settings, language: 'nl', languageChosen: true });
  storeElsewhere(storageKey, { ...settings, theme: 'day', language: 'de', languageChosen: true });
  await vi.waitFor(() => expect(settings.language).toBe('de'));
  expect(settings.theme).toBe('day');
});

it('leaves alone what is no setting, and what is the same', async () => {
  const { learned } = settings;
  storeElsewhere('nemeton.other', { theme: 'night' });
  storeElsewhere(storageKey, { ...settings, unknown: true });
  await Promise.resolve();
  expect([settings.theme, settings.learned]).toEqual(['system', learned]);
});
