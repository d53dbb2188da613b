import type { SocketEnvironment } from './socket';
import { openLive } from './transport';

/** The browser's live messages and random numbers. */
export const browserEnvironment: SocketEnvironment = {
  open: openLive,
  random: Math.random,
  isHidden: () => document.hidden,
};
