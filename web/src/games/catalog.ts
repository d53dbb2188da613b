import type { Component } from 'svelte';
import type { Language } from '../lib/i18n/text';
import type { SmallProps, TitleClient, TitleDoor, TitleFace } from './contract';
import { druids } from './druids/loader';
import { meduris } from './meduris/loader';
import { pangea } from './pangea/loader';

/** The list of titles: one line each, here and nowhere else in the client. */
export const doors: Readonly<Record<string, TitleDoor>> = { meduris, druids, pangea };

const nothing = { messages: { en: {}, nl: {} } };
const door = (id: string): TitleDoor | undefined => (Object.hasOwn(doors, id) ? doors[id] : undefined);

/** Loads what it takes to play a title; of a title that brings nothing, nothing. */
export async function loadTitle(id: string): Promise<TitleClient> {
  return (await door(id)?.client())?.default ?? nothing;
}

/** Loads what is shown of a title where it is not played. */
export async function loadFace(id: string): Promise<TitleFace> {
  return (await door(id)?.face())?.default ?? nothing;
}

/** Loads the rules of a title, if it has written them down. */
export async function loadRules(id: string, language: Language): Promise<Component | undefined> {
  return (await door(id)?.rules?.[language]())?.default;
}

/** Loads the small board of a title, if it has one. */
export async function loadSmall(id: string): Promise<Component<SmallProps> | undefined> {
  return (await door(id)?.Small?.())?.default;
}
