import { animationSpeeds, type AnimationSpeed } from '../animation/step';
import { browserLanguages } from '../environment/locale';
import { load } from '../environment/storage';
import { isLanguage, type Language } from '../i18n/text';

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
  try {
    const stored: unknown = JSON.parse(load(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return settings;
    if (
      'languageChosen' in stored &&
      stored.languageChosen === true &&
      'language' in stored &&
      isLanguage(stored.language)
    ) {
      settings.language = stored.language;
      settings.languageChosen = true;
      settings.languageUnsent = 'languageUnsent' in stored && stored.languageUnsent === true;
    }
    if ('theme' in stored && (stored.theme === 'day' || stored.theme === 'night')) settings.theme = stored.theme;
    if ('sound' in stored) settings.sound = stored.sound === true;
    if ('volume' in stored && typeof stored.volume === 'number')
      settings.volume = Math.min(1, Math.max(0, stored.volume));
    if ('turnSound' in stored) settings.turnSound = stored.turnSound === true;
    if ('notify' in stored) settings.notify = stored.notify === true;
    if ('pushAsked' in stored) settings.pushAsked = stored.pushAsked === true;
    if ('wayOffered' in stored) settings.wayOffered = stored.wayOffered === true;
    if ('keys' in stored) settings.keys = stored.keys === true;
    if ('plain' in stored) settings.plain = stored.plain === true;
    if ('zoom' in stored) settings.zoom = stored.zoom === true;
    if ('chatNews' in stored) settings.chatNews = stored.chatNews === true;
    if ('texts' in stored) settings.texts = stored.texts === true;
    if ('pace' in stored) settings.pace = animationSpeeds.find((pace) => pace === stored.pace) ?? 'normal';
    if ('learned' in stored && Array.isArray(stored.learned))
      settings.learned = stored.learned.filter((one) => typeof one === 'string');
  } catch {
    // Unreadable settings are ignored.
  }
  return settings;
}
