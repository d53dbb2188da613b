/** The rotation of each face of the cube. */
export const turned: Record<string, string> = {
  wood: 'rotateY(0deg)',
  wool: 'rotateY(90deg)',
  copper: 'rotateY(180deg)',
  stone: 'rotateY(-90deg)',
  gain: 'rotateX(90deg)',
  lose: 'rotateX(-90deg)',
};

/** The rotation of the cube that shows a face. */
const shows: Record<string, [x: number, y: number]> = {
  wood: [0, 0],
  wool: [0, -90],
  copper: [0, -180],
  stone: [0, 90],
  gain: [-90, 0],
  lose: [90, 0],
};

/** The keyframes of a roll from the right: two turns, a bounce and a pause. `size` is the size of the die in pixels. */
export function throwing(face: string, size: number): (Keyframe & { offset: number })[] {
  const [x, y] = shows[face] ?? [0, 0];
  const draw = (
    offset: number,
    right: number,
    up: number,
    spin: number,
    grow: number,
  ): Keyframe & { offset: number } => ({
    offset,
    transform:
      `translate(${Math.round(right * size)}px, ${Math.round(-up * size)}px) scale(${grow}) ` +
      `rotateX(${x + spin}deg) rotateY(${y - spin}deg)`,
  });
  return [
    draw(0, 2.6, 1.2, 540, 0.2),
    draw(0.12, 2, 1.6, 430, 1),
    { ...draw(0.42, 0.4, 0, 120, 1.1), easing: 'ease-out' },
    draw(0.56, 0.1, 0.45, 40, 1.15),
    draw(0.7, 0, 0, 0, 1.1),
    draw(1, 0, 0, 0, 1),
  ];
}
