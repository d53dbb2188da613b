/** The symbols of the stones as SVG paths around 0, 0 with a radius of about 14 units. */
export const symbols: Readonly<Record<string, string>> = {
  // Pentagram: a star in one line.
  pentagram: 'M0-15 8.800 12.100-14.300-4.600H14.300L-8.800 12.100z',
  // Plant: a sprig with five leaves.
  plant:
    'M0 14V-4M0 10C-9 10-12 5-12 0-5 0-1 4 0 10zM0 10C9 10 12 5 12 0 5 0 1 4 0 10zM0 1C-7 0-9-4-9-9-3-8 0-5 0 1zM0 1C7 0 9-4 9-9 3-8 0-5 0 1zM0-5C-4-9-3-13 0-16 3-13 4-9 0-5z',
  // Spirit: a spiral.
  spirit: 'M0 1c2-3 6 0 4 4-3 5-11 3-11-4 0-8 9-11 15-6 8 6 4 18-6 19M-13-1C-13-10-5-15 3-14',
};
