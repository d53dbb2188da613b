import './emblem.css';

/** A path of an emblem in a box of 24 by 24. Its class in `emblem.css` gives its paint. */
type Mark = readonly [paint: 'disc' | 'line' | 'full' | 'cut', d: string];

const disc: Mark = ['disc', 'M.75 12a11.25 11.25 0 0 1 22.5 0a11.25 11.25 0 0 1-22.5 0z'];

/** Few elements, because a board can have a hundred emblems. */
const emblems: Readonly<Record<string, readonly Mark[]>> = {
  // A triskele.
  purple: [
    disc,
    [
      'line',
      'M12 12C10.5 9 11 5.5 14 5.3c2.6-.1 3.2 3.4 1 4.1-1.5.4-2.2-1.2-1.2-1.9M12 12C15.35 12.2 18.13 14.38 16.8 17.08c-1.21 2.3-4.54 1.07-4.05-1.18.4-1.5 2.14-1.31 2.25-.09M12 12C10.15 14.8 6.87 16.12 5.2 13.62c-1.39-2.2 1.34-4.47 3.05-2.92 1.1 1.1.06 2.51-1.05 1.99',
    ],
  ],
  // Waves.
  blue: [
    disc,
    [
      'line',
      'M4.500 10.500c2-3 4-3 6 0s4.500 3 6.500.300c.8-1.100 1.500-1.700 2.500-2M4.500 15.500c2-3 4-3 6 0s4.500 3 6.500.300c.8-1.100 1.500-1.700 2.500-2',
    ],
  ],
  // A leaf.
  green: [
    disc,
    ['full', 'M6 18C4.500 10.500 9 5.500 18.300 5.700c.3 9.300-4.600 13.800-11.300 11.700z'],
    ['cut', 'M5 19.300C7.500 14.800 10 12 14.300 9.600'],
  ],
  // A flame with a hole.
  red: [
    disc,
    [
      'full',
      'M12.300 4c.6 3.400 5 5.200 5 9.900a5.300 5.300 0 0 1-10.600 0c0-2.300 1.100-3.600 2.200-4.900.3 1.500.8 2.100 1.600 2.500C10 8.700 10.600 6 12.300 4zM12.100 12.600c.5 1.500 1.900 2.100 1.900 3.700a2 2 0 0 1-4 0c0-1.600 1.500-2 2.100-3.700z',
    ],
  ],
  // A sun.
  yellow: [
    disc,
    ['full', 'M8.600 12a3.400 3.400 0 0 1 6.800 0a3.400 3.400 0 0 1-6.800 0z'],
    [
      'line',
      'M12 6.600V4.300M15.820 8.180L17.440 6.560M17.400 12H19.700M15.820 15.820L17.440 17.440M12 17.400V19.700M8.180 15.820L6.560 17.440M6.600 12H4.300M8.180 8.180L6.560 6.560',
    ],
  ],
  // Antlers.
  orange: [
    disc,
    [
      'line',
      'M11 19.500c.2-3-1-4.600-3-6.200-2-1.500-3-4-2.600-7.300M8 13.300c-2 0-3.300-.9-3.900-2.500M6.700 11.700c1.500-.6 2.600-2 2.900-4.200M13 19.500c-.2-3 1-4.600 3-6.200 2-1.500 3-4 2.600-7.300M16 13.300c2 0 3.300-.9 3.900-2.500M17.300 11.700c-1.500-.6-2.600-2-2.900-4.200',
    ],
  ],
};

const none: readonly Mark[] = [disc, ['full', 'M8 12a4 4 0 0 1 8 0a4 4 0 0 1-8 0z']];

/** Returns the paths of a color's emblem, from the ground up. The svg around them has the class `emblem` and the color as a class. */
export function emblemOf(color: string): readonly Mark[] {
  return emblems[color] ?? none;
}
