import type { Component } from 'svelte';
import { Early } from '../lib/app/early';
import { loadTexts, noTexts } from '../lib/i18n/lazy-texts';
import type { Language } from '../lib/i18n/text';
import type { SmallProps, TitleAround, TitleCard, TitleClient, TitleLoader } from './contract';
import { druids } from './druids/loader';
import { meduris } from './meduris/loader';
import { pangea } from './pangea/loader';

/** The list of titles: one line for each, and the only such list in the client. */
export const loaders: Readonly<Record<string, TitleLoader>> = {
  meduris,
  druids,
  pangea,
};

const nothing = { texts: noTexts() };
const loader = (id: string): TitleLoader | undefined => (Object.hasOwn(loaders, id) ? loaders[id] : undefined);

/** The empty client, for a title that this client does not know. The plain table shows such a title without its texts. */
export const unknownTitle: TitleClient = nothing;

/** Reports whether this client knows a title. */
export const isKnown = (id: string): boolean => loader(id) !== undefined;

/** Loads the clients of titles, with their texts in the reader's language. The client of an unknown title is empty. */
export const clients = new Early<string, TitleClient>(async (id) => {
  const title = loader(id);
  if (!title) return unknownTitle;
  const [client] = await Promise.all([title.client(), loadTexts(title.texts.client)]);
  return client.default;
});

export const loadTitle = (id: string): Promise<TitleClient> => clients.load(id);

/** Loads the parts of a title around its board. A title without a board, or an unknown one, has none. */
export async function loadAround(id: string): Promise<TitleAround> {
  return (await loader(id)?.around?.())?.default ?? {};
}

export async function loadTitleCard(id: string): Promise<TitleCard> {
  const title = loader(id);
  if (!title) return nothing;
  const [card] = await Promise.all([title.card(), loadTexts(title.texts.card)]);
  return card.default;
}

/** Loads the rules page of a title; undefined if there is none. */
export async function loadRules(id: string, language: Language): Promise<Component | undefined> {
  const rules = loader(id)?.rules ?? {};
  return rules[Object.keys(rules).find((path) => path.includes(`/${language}.`)) ?? '']?.();
}

/** The minutes of the lesson of a title; undefined without one. */
export const lessonMinutes = (id: string): number | undefined => loader(id)?.lesson?.minutes;

/** Loads the text of the lesson of a title; undefined if there is none. */
export async function loadLesson(id: string): Promise<string | undefined> {
  return (await loader(id)?.lesson?.text())?.default;
}

/** Loads the miniature board of a title; undefined if there is none. */
export async function loadSmall(id: string): Promise<Component<SmallProps> | undefined> {
  return (await loader(id)?.Small?.())?.default;
}
