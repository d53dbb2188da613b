import { compileTexts } from '../../compile-texts';
import { flushSync, mount, unmount } from 'svelte';
import type { TextCatalog, TitleClient } from '../games/contract';
import { noTexts } from '../lib/i18n/lazy-texts';
import type { AnyDraft } from '../lib/board/draft.svelte';
import type { PlaceLinks } from '../lib/board/place-links.svelte';
import { freePace } from '../lib/wire/pace';
import type { Seat, Table } from '../lib/wire/table';
import Contexts from './Contexts.svelte';

/** A title with texts only, which loads faster than a whole one. */
export function textTitle(en: TextCatalog): TitleClient {
  return { texts: { ...noTexts(), en } };
}

/** Texts in English, from ICU MessageFormat. */
export function messages(texts: Record<string, string>): TextCatalog {
  return compileTexts(JSON.stringify(texts), 'en');
}

export function seatOf(seat: number, more: Partial<Seat> = {}): Seat {
  const plain = { bot: '', standIn: '', agreed: [], contributed: true, connected: true, away: false };
  return { seat, color: 'red', ...plain, ...more };
}

export function seatsOf(...names: string[]): Seat[] {
  return names.map((name, seat) => seatOf(seat, { player: { id: name, name } }));
}

/** A running table without seats. */
export function tableWith(more: Partial<Table>): Table {
  return {
    ...{ id: 't', title: 'chess', state: 'running', visibility: 'public', seats: [], options: {}, pace: freePace },
    ...{ host: 'a', seq: 3, owing: [], winners: [], barred: [], changes: [], changed: 0, commitment: '' },
    ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    ...more,
  };
}

/** The contexts of a table, for the option `context` of render. The reader has seat 0. */
export function tableContexts(
  title: TitleClient,
  seats: readonly Seat[],
  draft?: AnyDraft,
  links?: PlaceLinks,
): Map<unknown, unknown> {
  let found = new Map<unknown, unknown>();
  const component = mount(Contexts, {
    target: document.body,
    props: { title, seats, draft, links, onready: (contexts) => (found = contexts) },
  });
  flushSync();
  // Nothing plays an outro here, so there is nothing to wait for.
  void unmount(component);
  return found;
}
