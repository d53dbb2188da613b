import { languages, type Language } from '../i18n/text';
import { animationSpeeds, type AnimationSpeed } from '../animation/step';

/** Follows the system, or one of the two. */
export type Theme = 'system' | 'day' | 'night';

interface Settings {
  language: Language;
  theme: Theme;
  sound: boolean;
  /** Tell through the system when it is my turn and the page is hidden. */
  notify: boolean;
  /** Tables in plain form, also where a title has a board of its own. */
  plain: boolean;
  /** How fast what happens at a table is shown. */
  pace: AnimationSpeed;
}

const storageKey = 'nemeton.settings';

function load(): Settings {
  const settings: Settings = {
    language: navigator.languages.some((l) => l.startsWith('nl')) ? 'nl' : 'en',
    theme: 'system',
    sound: true,
    notify: false,
    plain: false,
    pace: 'normal',
  };
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return settings;
    if ('language' in stored && typeof stored.language === 'string' && stored.language in languages)
      settings.language = stored.language as Language;
    if ('theme' in stored && (stored.theme === 'day' || stored.theme === 'night')) settings.theme = stored.theme;
    if ('sound' in stored) settings.sound = stored.sound === true;
    if ('notify' in stored) settings.notify = stored.notify === true;
    if ('plain' in stored) settings.plain = stored.plain === true;
    if ('pace' in stored) settings.pace = animationSpeeds.find((pace) => pace === stored.pace) ?? 'normal';
  } catch {
    // What cannot be read is as if it were not there: storage may be switched off.
  }
  return settings;
}

/** What this device's user chose; kept on the device. */
export const settings: Settings = $state(load());

/** Which of the two lights the page stands in. */
export const light = $state({ night: false });

/** Keeps the settings, and shows language and theme on the page. Run it inside an effect root. */
export function applySettings(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let system = $state(dark.matches);
  dark.addEventListener('change', (event) => (system = event.matches));
  $effect(() => {
    light.night = settings.theme === 'night' || (settings.theme === 'system' && system);
    document.documentElement.dataset.theme = light.night ? 'night' : 'day';
    document.documentElement.lang = settings.language;
    try {
      localStorage.setItem(storageKey, JSON.stringify(settings));
    } catch {
      // Storage may be full or switched off: the choice then lasts as long as the page.
    }
  });
}
