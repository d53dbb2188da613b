import { loadJson, save } from '../environment/storage';
import { isObject } from '../wire/narrow';

const storageKey = 'nemeton.drafts';

/** A text that was not sent, and the id of an attempt to send it. */
export interface Draft {
  text: string;
  id?: string;
}

/** The drafts by person and place, the oldest first. */
export function loadDrafts(): Record<string, Draft> {
  return Object.fromEntries(
    Object.entries(loadJson(storageKey) ?? {}).filter((entry): entry is [string, Draft] => isDraft(entry[1])),
  );
}

const isDraft = (value: unknown): boolean => isObject(value) && typeof value.text === 'string';

export function saveDrafts(drafts: Record<string, Draft>): void {
  save(storageKey, JSON.stringify(drafts));
}

/** Removes the drafts of a stranger at a place, because the stranger has become a person. */
export function forgetDraft(place: string): void {
  const { [` ${place}`]: gone, ...others } = loadDrafts();
  if (gone) saveDrafts(others);
}

/** Removes all drafts, because their player signed out. */
export function forgetDrafts(): void {
  save(storageKey, null);
}
