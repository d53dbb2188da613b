// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { loaders, loadTitleCard, loadRules, loadSmall, loadTitle } from './catalog';

// These tests load and compile whole titles, which is slow on a busy machine. Speed is not tested here.
vi.setConfig({ testTimeout: 60_000 });

describe.each(Object.keys(loaders))('%s', (id) => {
  it('has all pictures of its board, or none', async () => {
    const files = Object.keys((await loadTitleCard(id)).board ?? {}).sort();
    const wanted = ['day-large', 'day-small', 'night-large', 'night-small'].map((name) => `./board-${name}.webp`);
    expect([[], wanted]).toContainEqual(files);
    // The state that `npm run boards` draws.
    const drawn = Object.hasOwn(import.meta.glob('./*/dev/picture.json'), `./${id}/dev/picture.json`);
    expect(files.length > 0).toBe(drawn);
  });

  it('has the text `about`', async () => {
    expect((await loadTitleCard(id)).texts.en.about).toBeTruthy();
  });
});

it('returns no parts of an unknown title', async () => {
  expect(await loadTitle('chess')).toEqual(await loadTitleCard('toString'));
  expect(await loadRules('chess', 'en')).toBeUndefined();
  expect(await loadSmall('chess')).toBeUndefined();
});
