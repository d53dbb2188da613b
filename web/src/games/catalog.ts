import type { Component } from 'svelte';
import type { Language } from '../lib/i18n/text';
import type { SmallProps, TitleClient, TitleLoader, TitleCard } from './contract';
import { druids } from './druids/loader';
import { meduris } from './meduris/loader';
import { pangea } from './pangea/loader';

/** The list of titles: one line for each, and the only such list in the client. */
export const loaders: Readonly<Record<string, TitleLoader>> = {
  meduris,
  druids,
  pangea,
};

const nothing = { texts: { en: {}, nl: {} } };
const loader = (id: string): TitleLoader | undefined => (Object.hasOwn(loaders, id) ? loaders[id] : undefined);

/** The empty client, for a title that this client does not know. The plain table shows such a title without its texts. */
export const unknownTitle: TitleClient = nothing;

/** Reports whether this client knows a title. */
export const isKnown = (id: string): boolean => loader(id) !== undefined;

/** Loads the client of a title. Returns an empty client for an unknown title. */
export async function loadTitle(id: string): Promise<TitleClient> {
  return (await loader(id)?.client())?.default ?? unknownTitle;
}

/** Loads the title card. */
export async function loadTitleCard(id: string): Promise<TitleCard> {
  return (await loader(id)?.card())?.default ?? nothing;
}

/** Loads the rules page of a title; undefined if there is none. */
export async function loadRules(id: string, language: Language): Promise<Component | undefined> {
  return (await loader(id)?.rules?.[language]())?.default;
}

/** Loads the miniature board of a title; undefined if there is none. */
export async function loadSmall(id: string): Promise<Component<SmallProps> | undefined> {
  return (await loader(id)?.Small?.())?.default;
}
