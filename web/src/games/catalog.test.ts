// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { unlike } from '../lib/i18n/differing-keys';
import { doors, loadFace, loadRules, loadSmall, loadTitle } from './catalog';

// Whole titles are loaded and compiled here: on a busy machine that takes long, and how long is not what is tested.
vi.setConfig({ testTimeout: 60_000 });

describe.each(Object.keys(doors))('%s', (id) => {
  it('says in Dutch whatever it says in English, with the same placeholders', async () => {
    for (const { messages } of [await loadTitle(id), await loadFace(id)]) {
      expect(unlike(messages.en, messages.nl)).toEqual([]);
    }
  });

  it('says what it is about', async () => {
    expect((await loadFace(id)).messages.en.about).toBeTruthy();
  });
});

it('has nothing of a title that nobody brought', async () => {
  expect(await loadTitle('chess')).toEqual(await loadFace('toString'));
  expect(await loadRules('chess', 'en')).toBeUndefined();
  expect(await loadSmall('chess')).toBeUndefined();
});
