import { settings } from '../app/settings.svelte.ts';
import { SoundPlayer } from './sound-player';

/** The sounds of this page. */
export const player = new SoundPlayer(settings, {
  createContext: () => (typeof AudioContext === 'undefined' ? undefined : new AudioContext()),
  hidden: () => document.hidden,
});
