/** The pictures of the cards: a few strokes around 0, 0 with a radius of about 32 units. */

/** One stroke: its color class and its path. The class `line` is stroked, `fat` is stroked wider, all others are filled. */
type Stroke = readonly [paint: string, d: string];

const stems = [
  'M0 32C1 18 0 8 0-8',
  'M-3 32C-2 22-8 12-11-2M-2 26C2 16 8 8 11 0',
  'M0 32C0 20-9 14-17 4M0 28V-8M1 30C4 18 12 12 17 4',
];
const leaves = 'M-1 22C-12 22-17 16-18 9-9 10-3 14-1 22zM2 27C12 27 17 22 19 15 10 15 4 19 2 27z';

/** The positions of one, two or three blossoms. */
const blossomsAt: readonly (readonly [number, number])[][] = [
  [[0, -10]],
  [
    [-12, -6],
    [12, -4],
  ],
  [
    [0, -14],
    [-18, 0],
    [18, 0],
  ],
];

function flower([x, y]: readonly [number, number], cult: 'sun' | 'moon', r: number): Stroke[] {
  const count = cult === 'sun' ? 7 : 5;
  const petals = Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI;
    const [px, py] = [x + r * 0.62 * Math.sin(turn), y - r * 0.62 * Math.cos(turn)];
    const p = r * (cult === 'sun' ? 0.36 : 0.46);
    return `M${(px - p).toFixed(1)} ${py.toFixed(1)}a${p} ${p} 0 1 1 ${2 * p} 0a${p} ${p} 0 1 1 ${-2 * p} 0z`;
  }).join('');
  const heart = `M${x - r * 0.36} ${y}a${r * 0.36} ${r * 0.36} 0 1 1 ${r * 0.72} 0a${r * 0.36} ${r * 0.36} 0 1 1 ${-r * 0.72} 0z`;
  return cult === 'sun'
    ? [
        ['sun', petals],
        ['rust', heart],
      ]
    : [
        ['moon', petals],
        ['deep', heart],
      ];
}

function plant(cult: 'sun' | 'moon', blossoms: number): Stroke[] {
  const at = blossomsAt[blossoms - 1] ?? [];
  return [
    ['stem', stems[blossoms - 1] ?? ''],
    ['leaf', leaves],
    ...at.flatMap((place) => flower(place, cult, blossoms === 1 ? 17 : 14)),
  ];
}

const berry = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/** The picture of each kind of card. */
export const drawings: Readonly<Record<string, readonly Stroke[]>> = {
  'sun-5': plant('sun', 1),
  'sun-10': plant('sun', 2),
  'sun-15': plant('sun', 3),
  'moon-5': plant('moon', 1),
  'moon-10': plant('moon', 2),
  'moon-15': plant('moon', 3),
  mistletoe: [
    ['stem', 'M0-30V-6M0-6C-4 4-14 8-20 10M0-6C4 4 14 8 20 10'],
    ['leaf', 'M-2-8C-16-14-28-4-30 12-18 12-6 6-2-8zM2-8C16-14 28-4 30 12 18 12 6 6 2-8z'],
    ['leaf', 'M-1-10C-12-14-16-24-14-31-5-28 0-20-1-10zM1-10C12-14 16-24 14-31 5-28 0-20 1-10z'],
    ['pearl', berry(-8, 13, 7) + berry(8, 13, 7) + berry(0, 22, 7.5)],
  ],
  belladonna: [
    ['leaf', 'M0-4C-18-2-28-12-30-26-14-28-2-20 0-4zM0-4C18-2 28-12 30-26 14-28 2-20 0-4z'],
    ['stem', 'M0-30V0'],
    ['leaf', 'M0-6 6 0 18-2 11 8-11 8-18-2-6 0z'],
    ['night', berry(0, 14, 16)],
    ['glint', 'M-9 10c1-5 4-7 8-7'],
  ],
  cauldron: [
    ['line', 'M-24-10c0-26 48-26 48 0'],
    ['iron', 'M-28-10H28C27-4 27-2 26 0 24 20 14 28 0 28S-24 20-26 0C-27-2-27-4-28-10z'],
    ['sun', 'M-23-10C-23-16 23-16 23-10 23-4-23-4-23-10z'],
    ['iron', 'M-18 24l-6 8h5l6-6zM18 24l6 8h-5l-6-6z'],
    ['glint', 'M-8-22c-4-4 4-6 0-10M4-22c-4-4 4-6 0-10'],
  ],
  harp: [
    ['fat', 'M-18 30C-20 4-20-14-12-28 0-18 10-22 22-26 24-4 10 18-18 30z'],
    ['moonline', 'M-11-20V26M-4-18V22M3-18V16M10-19V9M16-21V0'],
  ],
  'magic-image': [
    ['fat', 'M0 14V32'],
    ['iron', berry(0, -8, 23)],
    ['moon', berry(0, -8, 18)],
    ['deepline', 'M-8-12q2-3 5 0M3-12q3-3 5 0M0-9v6M-7 1q7 6 14 0'],
  ],
  teutates: [
    ['iron', 'M0-30C12-30 22-25 26-22 27 0 18 20 0 32-18 20-27 0-26-22-22-25-12-30 0-30z'],
    ['rust', 'M0-24C9-24 17-20 20-18 20-2 13 14 0 24-13 14-20-2-20-18-17-20-9-24 0-24z'],
    ['sunline', 'M0-4c4-9 13-6 11 1s-9 3-6-1M0-4c-10 1-12 10-5 12s7-6 3-7M0-4c6 8-1 16-6 11M0-4C-6-10-3-18 3-17'],
  ],
  lug: [
    ['fat', 'M-24 30 14-16'],
    ['moon', 'M26-31 20-8 5-21z'],
    ['sun', 'M-20-24-4-10-12-8 2 4-18-6-10-8z'],
    ['sun', 'M22 4 10 14 16 15 4 28 20 18 13 17z'],
  ],
  mist: [
    ['iron', 'M-13 12C-14-12-10-28 0-29S14-12 13 12z'],
    ['cloud', 'M-30 14c-4-9 4-14 10-11 2-9 15-9 17-1 6-6 15-2 13 5 8-4 16 2 14 9-1 4-51 4-54-2z'],
    ['cloud', 'M-22 27c-3-5 2-9 7-7 3-5 11-4 12 1 5-4 12-1 11 3 6-2 10 2 8 5-2 3-36 3-38-2z'],
  ],
  calling: [
    ['horn', 'M-28-18C-18-6-8-2 6-2 18-2 24-10 24-20 32-8 32 8 20 18 6 28-16 20-28-18z'],
    ['sunline', 'M-30-22-26-16M-4-1C-2 8 0 14-1 20M10-2C14 6 15 14 13 21'],
    ['line', 'M-22 6c-4 4-5 9-4 14M-29 2c-5 7-6 15-4 22'],
  ],
  banishing: [
    [
      'skin',
      'M-15 30V8L-22-8c-1-5 5-6 7-2l4 9V-24c0-5 6-5 6 0V-6h1V-28c0-5 7-5 7 0V-6h1V-24c0-5 6-5 6 0V-2h1V-16c0-5 6-5 6 0V10C21 20 17 24 16 30z',
    ],
    ['deepline', 'M2 12c2-3 6 0 4 4-3 5-11 3-11-4 0-8 9-11 15-6'],
  ],
  'second-sight': [
    ['pearl', 'M-32 0C-20-18-10-22 0-22S20-18 32 0C20 18 10 22 0 22S-20 18-32 0z'],
    ['wave', berry(0, 0, 14)],
    ['night', berry(0, 0, 7)],
    ['glint', 'M-4-4l1-2'],
    ['line', 'M0-26V-32M16-22 20-29M-16-22-20-29'],
  ],
  raven: [
    ['night', 'M-26 30C-26 8-22-4-14-14-6-26 8-28 16-20L32-12 17-7C14 2 16 18 12 30z'],
    ['blood', berry(7, -14, 3)],
    ['moonline', 'M-18 12c4 4 10 6 16 5M-20 21c6 4 14 6 22 4M17-14H26'],
  ],
};
