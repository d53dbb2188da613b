import { save } from '../environment/storage';
import { storageKey, storedSettings, type Settings } from './stored-settings';

/** The settings of this device, kept in its local storage. */
export const settings: Settings = $state(storedSettings());

/** The resolved theme. */
export const light = $state({ night: false });

/** Stores the settings and applies language and theme. Call it inside an effect root. */
export function applySettings(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let system = $state(dark.matches);
  dark.addEventListener('change', (event) => (system = event.matches));
  $effect(() => {
    light.night = settings.theme === 'night' || (settings.theme === 'system' && system);
    document.documentElement.dataset.theme = light.night ? 'night' : 'day';
    document.documentElement.lang = settings.language;
    // The metas of the page follow the system; a chosen theme wins.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
      meta.content = light.night ? '#1f262b' : '#f7f0e0';
    save(storageKey, JSON.stringify(settings));
  });
}
