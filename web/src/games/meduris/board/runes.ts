/** The signs of the nine regions: strokes within a box from (-8, -12) to (8, 12). */
export const glyphs: readonly string[] = [
  'M-6 12V-12M-6-8 6 0-6 6',
  'M0 12V-12M0-4-7-11M0-4 7-11M-5 5H5',
  'M-6-12 6-2-6 4 6 12',
  'M-6 12V-12L6 12V-12',
  'M0-12 7-3 0 6-7-3zM0 6v6',
  'M-5-12V12M5-12V12M-5-6 5 4M5-6-5 4',
  'M0 12V-12M-7-5 0-12 7-5M-7 6 0 0 7 6',
  'M-7-12 7 12M7-12-7 12M-7 0H7',
  'M-6-12 6-6-6 0M-6-12V12M0 6l6 6',
];
