import type { Component } from 'svelte';
import type { Language } from '../lib/i18n/text';
import type { SmallProps, TitleClient, TitleLoader, TitleCard } from './contract';
import { druids } from './druids/loader';
import { meduris } from './meduris/loader';
import { pangea } from './pangea/loader';

/** The list of titles: one line each, here and nowhere else in the client. */
export const loaders: Readonly<Record<string, TitleLoader>> = { meduris, druids, pangea };

const nothing = { texts: { en: {}, nl: {} } };
const loader = (id: string): TitleLoader | undefined => (Object.hasOwn(loaders, id) ? loaders[id] : undefined);

/** Loads what it takes to play a title; of a title that brings nothing, nothing. */
export async function loadTitle(id: string): Promise<TitleClient> {
  return (await loader(id)?.client())?.default ?? nothing;
}

/** Loads what is shown of a title where it is not played. */
export async function loadTitleCard(id: string): Promise<TitleCard> {
  return (await loader(id)?.card())?.default ?? nothing;
}

/** Loads the rules of a title, if it has written them down. */
export async function loadRules(id: string, language: Language): Promise<Component | undefined> {
  return (await loader(id)?.rules?.[language]())?.default;
}

/** Loads the small board of a title, if it has one. */
export async function loadSmall(id: string): Promise<Component<SmallProps> | undefined> {
  return (await loader(id)?.Small?.())?.default;
}
