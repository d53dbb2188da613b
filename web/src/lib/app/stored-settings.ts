import { animationSpeeds, type AnimationSpeed } from '../animation/step';
import { browserLanguages } from '../environment/locale';
import { loadJson } from '../environment/storage';
import { isLanguage, type Language } from '../i18n/text';
import { isObject } from '../wire/narrow';

/** Follows the system setting, or is fixed. */
export type Theme = 'system' | 'day' | 'night';

export interface Settings {
  language: Language;
  /** The reader chose the language, here or on another device. Otherwise it is the first one of the browser's list that the client has. */
  languageChosen: boolean;
  /** The choice is not stored with the person yet. */
  languageUnsent: boolean;
  theme: Theme;
  /** Play sounds. The others hear nothing of it. */
  sound: boolean;
  /** The volume of all sounds, from 0 to 1. */
  volume: number;
  /** Play a sound on my turn, even if the page is hidden. */
  turnSound: boolean;
  /** Show a system notification on my turn if the page is hidden. */
  notify: boolean;
  /** The reader was asked about push notifications, and declined. */
  pushAsked: boolean;
  /** The reader was offered a way back. */
  wayOffered: boolean;
  /** The key ? shows all keys. WCAG 2.1.4 requires that it can be turned off. */
  keys: boolean;
  /** Use the plain table even if a title has its own board. */
  plain: boolean;
  /** Small boards zoom to the reader's choices by themselves. */
  zoom: boolean;
  /** Announce new chat messages to screen readers. */
  chatNews: boolean;
  /** A press shows the text at its place, and does nothing else. */
  texts: boolean;
  /** The animation speed. The stored name is `pace`. */
  pace: AnimationSpeed;
  /** The titles that the reader played to the end, and kinds of decisions that were made once; see lib/app/learned.ts. */
  learned: string[];
}

export const storageKey = 'nemeton.settings';

const flags = [
  'sound',
  'turnSound',
  'notify',
  'pushAsked',
  'wayOffered',
  'keys',
  'plain',
  'zoom',
  'chatNews',
  'texts',
] as const;

/** Reads the settings of this device. A device without settings has the default values. */
export function storedSettings(): Settings {
  const settings: Settings = {
    language:
      browserLanguages()
        .map((tag) => tag.split('-')[0])
        .find(isLanguage) ?? 'en',
    languageChosen: false,
    languageUnsent: false,
    theme: 'system',
    sound: true,
    volume: 0.5,
    turnSound: true,
    notify: false,
    pushAsked: false,
    wayOffered: false,
    keys: true,
    plain: false,
    zoom: true,
    chatNews: true,
    texts: false,
    pace: 'normal',
    learned: [],
  };
  const stored = loadJson(storageKey);
  if (!isObject(stored)) return settings;
  const { languageChosen, language, languageUnsent, theme, volume, pace, learned } = stored;
  if (languageChosen === true && isLanguage(language))
    Object.assign(settings, { language, languageChosen, languageUnsent: languageUnsent === true });
  if (theme === 'day' || theme === 'night') settings.theme = theme;
  if (typeof volume === 'number') settings.volume = Math.min(1, Math.max(0, volume));
  for (const flag of flags) if (flag in stored) settings[flag] = stored[flag] === true;
  settings.pace = animationSpeeds.find((speed) => speed === pace) ?? 'normal';
  if (Array.isArray(learned)) settings.learned = learned.filter((one) => typeof one === 'string');
  return settings;
}
