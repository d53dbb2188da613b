/** The outlines of the spirits' masks, centered at 0, 0 with a radius of about 22 units. */

const n1 = (n: number): string => String(Math.round(n * 10) / 10);

function star(points: number, far: number, near: number): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const turn = (i / points) * Math.PI;
    const r = i % 2 === 0 ? far : near;
    return `${n1(r * Math.sin(turn))} ${n1(-r * Math.cos(turn))}`;
  });
  return `M${corners.join('L')}z`;
}

function petals(count: number, at: number, r: number): string {
  return Array.from({ length: count }, (_, i) => {
    const turn = (i / count) * 2 * Math.PI;
    const [x, y] = [at * Math.sin(turn), -at * Math.cos(turn)];
    return `M${n1(x - r)} ${n1(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
  }).join('');
}

const disc = (r: number, y = 0): string => `M${-r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/** A mask: background, face, lines and highlights. */
interface Mask {
  back: string;
  front: string;
  lines: string;
  light?: string;
  waves?: string;
}

/** The masks of the spirits of sun and moon. Each has a distinct outline. */
export const masks: Readonly<Record<string, Mask>> = {
  // Twelve sharp rays.
  belenus: { back: star(12, 24, 15), front: disc(14), lines: 'M-6-3h3M3-3h3M-5 5q5 4 10 0M0-2v4' },
  // A rosette of vapor.
  grannus: { back: petals(8, 16, 7), front: disc(14), lines: 'M-7-3q2-2 4 0M3-3q2-2 4 0M-6 4q6-3 12 0M-4 8q4 3 8 0' },
  // Half a sun over water.
  sulis: {
    back: 'M-25 6-18 1-24-7-15-7-16-17-8-12-4-22 0-14 4-22 8-12 16-17 15-7 24-7 18 1 25 6z',
    front: 'M-15 6a15 15 0 0 1 30 0z',
    lines: 'M-6-2h3M3-2h3M-3 3h6',
    waves: 'M-24 10q6-5 12 0t12 0 12 0 12 0M-20 16q5-4 10 0t10 0 10 0 10 0',
  },
  // A crescent around a star.
  arianrhod: {
    back: 'M8-22A23 23 0 1 0 8 22 18 18 0 1 1 8-22z',
    front: '',
    lines: 'M-16-6q-2 6 0 12',
    light: star(6, 12, 4.5),
  },
  // A full moon held by horns.
  cerridwen: {
    back: 'M-23-14C-20-2-12 6 0 6S20-2 23-14C26 6 16 21 0 21S-26 6-23-14z',
    front: disc(12, -8),
    lines: 'M-5-11h3M2-11h3M-3-5q3 2 6 0M-5 13h10',
  },
  // Waxing, full and waning moon.
  nantosuelta: {
    back: 'M-14-18C-32-16-32 16-14 18-22 8-22-8-14-18zM14-18C32-16 32 16 14 18 22 8 22-8 14-18z',
    front: disc(13),
    lines: 'M-6-3q2-2 3 0M3-3q2-2 3 0M-3 5q3 2 6 0',
  },
};
