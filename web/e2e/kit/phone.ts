/** A phone in the hand of somebody who wants little motion. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
  reducedMotion: 'reduce',
} as const;
