import type { DieView } from '../../types.gen';

/** The paths on the die faces as lines with an arrow, centered at 0, 0 with a radius of about 17 units. */
export const ways: Readonly<Record<string, string>> = {
  straight: 'M-16 0H14M6-8l9 8-9 8',
  bend: 'M-14 14V-2a6 6 0 0 1 6-6H12M5-16l8 8-8 8',
  'double-bend': 'M-17 12H-7a5 5 0 0 0 5-5V-5a5 5 0 0 1 5-5H13M7-17l7 7-7 7',
};

/** The positions of the pips, in thirds of the die. */
const pipsAt: readonly (readonly [number, number])[][] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

export type DieFace = Pick<DieView, 'shape' | 'pips' | 'ringed'> & { used?: boolean };

/** The positions of the pips of a face, in thirds; none for a face with a path. */
export function pips(face: DieFace): readonly (readonly [number, number])[] {
  return face.shape === 'pips' ? (pipsAt[face.pips] ?? []) : [];
}
