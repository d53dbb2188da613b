import { openOrTakeOver } from './early-live';
import type { SocketEnvironment } from './socket';

/** The browser's live messages and random numbers. */
export const browserEnvironment: SocketEnvironment = {
  open: openOrTakeOver,
  random: Math.random,
  isHidden: () => document.hidden,
};
