import { settings } from '../app/settings.svelte.ts';
import { SoundPlayer } from './sound-player';

export const player = new SoundPlayer(settings, {
  createContext: () => (typeof AudioContext === 'undefined' ? undefined : new AudioContext()),
  hidden: () => document.hidden,
});
