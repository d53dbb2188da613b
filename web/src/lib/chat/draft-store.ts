import { load, save } from '../environment/storage';

const storageKey = 'nemeton.drafts';

/** A text that was not sent, and the id of an attempt to send it. */
export interface Draft {
  text: string;
  id?: string;
}

/** The drafts by person and place, the oldest first. */
export function loadDrafts(): Record<string, Draft> {
  try {
    const kept: unknown = JSON.parse(load(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Draft] => isDraft(entry[1])));
  } catch {
    return {};
  }
}

const isDraft = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';

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
