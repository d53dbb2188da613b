// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../net/api';
import { KeptDraft } from './drafts';
import { forgetDrafts } from './draft-store';
import { me } from '../account/me.svelte.ts';

afterEach(() => {
  forgetDrafts();
  me.player = undefined;
});

it('keeps a draft in the storage, for one person', () => {
  me.player = { id: 'Ada', name: 'Ada' };
  new KeptDraft('chat t players').keep('hello', 'id-1');
  expect(localStorage.getItem('nemeton.drafts')).toContain('hello');
  expect([new KeptDraft('chat t players').text, new KeptDraft('chat t players').id]).toEqual(['hello', 'id-1']);
  expect(new KeptDraft('chat u players').text).toBe('');
  me.player = { id: 'Ben', name: 'Ben' };
  expect(new KeptDraft('chat t players').text).toBe('');
});

it('forgets all drafts when the player signs out or is erased', async () => {
  vi.spyOn(api, 'signOut').mockResolvedValue();
  vi.spyOn(api, 'erase').mockResolvedValue();
  for (const leave of ['signOut', 'erase'] as const) {
    me.player = { id: 'Ada', name: 'Ada' };
    new KeptDraft('chat t players').keep('hello');
    await me[leave]();
    expect(localStorage.getItem('nemeton.drafts')).toBeNull();
  }
});

it('forgets the name of a stranger who has become a person, and keeps the newest drafts', async () => {
  me.player = null;
  const draft = new KeptDraft('name');
  draft.keep('Ada');
  vi.spyOn(api, 'join').mockResolvedValue({ id: 'Ada', name: 'Ada' });
  await me.setName('Ada');
  expect(draft.text).toBe('');
  for (let n = 0; n < 50; n++) new KeptDraft(`chat ${n}`).keep('x');
  expect([new KeptDraft('chat 3').text, new KeptDraft('chat 49').text]).toEqual(['', 'x']);
});

it('keeps drafts for the life of the page without storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  new KeptDraft('chat t players').keep('hello');
  expect(new KeptDraft('chat t players').text).toBe('hello');
});
