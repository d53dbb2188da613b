import './emblem.css';

/** The sign of an emblem, in a box of 24 by 24. Its class in `emblem.css` gives its paint. */
interface Sign {
  paint: 'line' | 'full' | 'both';
  d: string;
}

/** The ground of all emblems. */
export const disc = 'M.75 12a11.25 11.25 0 0 1 22.5 0a11.25 11.25 0 0 1-22.5 0z';

/** Each sign is one path, because a board can have a hundred emblems. */
const signs: Readonly<Record<string, Sign>> = {
  // A triskele.
  purple: {
    paint: 'line',
    d: 'M12 12C10.5 9 11 5.5 14 5.3c2.6-.1 3.2 3.4 1 4.1-1.5.4-2.2-1.2-1.2-1.9M12 12C15.35 12.2 18.13 14.38 16.8 17.08c-1.21 2.3-4.54 1.07-4.05-1.18.4-1.5 2.14-1.31 2.25-.09M12 12C10.15 14.8 6.87 16.12 5.2 13.62c-1.39-2.2 1.34-4.47 3.05-2.92 1.1 1.1.06 2.51-1.05 1.99',
  },
  // Waves.
  blue: {
    paint: 'line',
    d: 'M4.500 10.500c2-3 4-3 6 0s4.500 3 6.500.300c.8-1.100 1.500-1.700 2.500-2M4.500 15.500c2-3 4-3 6 0s4.500 3 6.500.300c.8-1.100 1.500-1.700 2.500-2',
  },
  // A leaf with a vein.
  green: {
    paint: 'full',
    d: 'M6 18C4.5 10.5 9 5.5 18.3 5.7c.3 9.3-4.6 13.8-11.3 11.7zM5.97 16.43C8.1 13.25 10.46 11.04 13.98 9.03a.65.65 0 0 1 .64 1.14C11.26 12 9.04 14.15 7.05 17.15a.65.65 0 0 1-1.08-.72z',
  },
  // A flame with a hole.
  red: {
    paint: 'full',
    d: 'M12.300 4c.6 3.400 5 5.200 5 9.900a5.300 5.300 0 0 1-10.600 0c0-2.300 1.100-3.600 2.200-4.900.3 1.500.8 2.100 1.600 2.500C10 8.700 10.600 6 12.300 4zM12.100 12.600c.5 1.500 1.900 2.100 1.900 3.700a2 2 0 0 1-4 0c0-1.600 1.500-2 2.100-3.700z',
  },
  // A sun.
  yellow: {
    paint: 'both',
    d: 'M9.4 12a2.6 2.6 0 0 1 5.2 0a2.6 2.6 0 0 1-5.2 0zM12 6.6V4.3M15.82 8.18L17.44 6.56M17.4 12H19.7M15.82 15.82L17.44 17.44M12 17.4V19.7M8.18 15.82L6.56 17.44M6.6 12H4.3M8.18 8.18L6.56 6.56',
  },
  // Antlers.
  orange: {
    paint: 'line',
    d: 'M11 19.500c.2-3-1-4.600-3-6.200-2-1.500-3-4-2.600-7.300M8 13.300c-2 0-3.300-.9-3.900-2.500M6.700 11.700c1.500-.6 2.600-2 2.900-4.200M13 19.500c-.2-3 1-4.600 3-6.200 2-1.500 3-4 2.600-7.300M16 13.300c2 0 3.300-.9 3.900-2.500M17.300 11.700c-1.500-.6-2.600-2-2.900-4.200',
  },
};

const none: Sign = { paint: 'full', d: 'M8 12a4 4 0 0 1 8 0a4 4 0 0 1-8 0z' };

/** Returns the sign of a color, for the disc. The svg around them has the class `emblem` and the color as a class. */
export function signOf(color: string): Sign {
  return signs[color] ?? none;
}
