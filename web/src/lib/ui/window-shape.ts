/**
 * This is the media query of windows without room for a board and a full column: small windows, and landscape windows of little height.
 * The media rules of components repeat it, because CSS has no constants for them.
 */
export const compactWindow = '(max-width: 62rem), (orientation: landscape) and (max-height: 36rem)';

/** This is the media query of windows that are too low for whole explanations above the choices. Compact windows are among them. */
export const lowWindow = `${compactWindow}, (max-height: 50rem)`;

/** This is the media query of screens that are touched: a finger covers what is under it, and there is no hover. */
export const touched = '(pointer: coarse)';

/** This is the media query of windows with room for the player aid beside board and column. */
export const roomForAid = '(min-width: 108rem) and (min-height: 36.01rem) and (min-aspect-ratio: 8/5)';
