import { load } from '../environment/storage';
import { loadShown } from '../i18n/lazy-texts';
import { settings } from './settings.svelte.ts';
import { storageKey, storedSettings } from './stored-settings';

/** Follows the settings of other tabs, because the next change here would store the old ones over them. Returns a function that ends it. */
export function followOtherTabs(): () => void {
  const follow = async ({ key, newValue }: StorageEvent): Promise<void> => {
    const stored = storedSettings();
    // Tabs of two versions store different members. They must not answer each other forever.
    if (key !== storageKey || JSON.stringify(stored) === JSON.stringify(settings)) return;
    await loadShown(stored.language);
    if (load(storageKey) === newValue) Object.assign(settings, stored);
  };
  const listen = (event: StorageEvent): void => void follow(event).catch(() => undefined);
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
