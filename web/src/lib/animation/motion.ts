/** A position on a board in board units. */
export interface Point {
  x: number;
  y: number;
}

/** The kind of motion: an arc, steps, a pop-up on the spot, floating away, a glow, or a rolling die. */
export type MotionKind = 'fly' | 'walk' | 'rise' | 'float' | 'glow' | 'roll';

export interface MovePath {
  motion: MotionKind;
  /** The positions along the path in board units. */
  path: readonly Point[];
  /** Start and end as shares of the animation step. */
  from: number;
  to: number;
}

/** Staggers pieces so that all arrive within the step; each takes `span` of it. */
export function staggered<Mover extends MovePath>(movers: readonly Omit<Mover, 'from' | 'to'>[], span = 0.7): Mover[] {
  const step = movers.length > 1 ? (1 - span) / (movers.length - 1) : 0;
  return movers.map((mover, i) => ({ ...mover, from: i * step, to: i * step + span }) as Mover);
}

/** Uses transform and opacity only, because browsers animate them without layout or paint. */
type MotionKeyframe = Keyframe & { transform: string; opacity: number; offset: number };

/** The height of an arc as a share of its length, and its maximum in board units. */
const arc = 0.22;
const highest = 90;

/** The height of a step in board units. */
const hop = 12;

/** The keyframes of a motion; `scale` is the size of a board unit in CSS pixels. */
export function keyframes({ motion, path }: MovePath, scale: number): MotionKeyframe[] {
  const [first = { x: 0, y: 0 }] = path;
  const draw = (offset: number, at: Point, size: number, opacity: number): MotionKeyframe => ({
    offset,
    opacity,
    transform: `translate(${round(at.x * scale)}px, ${round(at.y * scale)}px) scale(${size})`,
  });
  switch (motion) {
    case 'fly': {
      const legs = measuredLegs(path);
      return [
        draw(0, first, 0.7, 0),
        ...legs.flatMap(({ at, peak, middle, end }, i) => {
          const last = i === legs.length - 1;
          return [
            ...(i === 0 ? [draw(Math.min(0.15, middle / 2), between(first, peak, 0.3), 1, 1)] : []),
            draw(middle, peak, 1.2, 1),
            draw(last ? 0.96 : end, at, 1, 1),
          ];
        }),
        draw(1, path.at(-1) ?? first, 0.85, 1),
      ];
    }
    case 'walk': {
      const legs = measuredLegs(path);
      return [
        draw(0, first, 1, 1),
        ...legs.flatMap(({ at, from, middle, end }) => [
          draw(middle, lift(between(from, at, 0.5), hop), 1, 1),
          draw(end, at, 1, 1),
        ]),
      ];
    }
    case 'rise':
      return [
        draw(0, lift(first, -14), 0.3, 0),
        draw(0.55, lift(first, 10), 1.18, 1),
        draw(0.8, first, 0.95, 1),
        draw(1, first, 1, 1),
      ];
    case 'float':
      return [
        draw(0, first, 0.5, 0),
        draw(0.25, lift(first, 26), 1.25, 1),
        draw(0.55, lift(first, 34), 1.15, 1),
        draw(0.92, path.at(-1) ?? first, 0.9, 1),
        draw(1, path.at(-1) ?? first, 0.6, 0),
      ];
    case 'glow':
      return [draw(0, first, 0.4, 0), draw(0.35, first, 1.05, 0.9), draw(1, first, 1.5, 0)];
    case 'roll': {
      const last = path.at(-1) ?? first;
      const spin = (offset: number, at: Point, size: number, turn: number): MotionKeyframe => {
        const keyframe = draw(offset, at, size, offset === 0 ? 0 : 1);
        return { ...keyframe, transform: `${keyframe.transform} rotate(${turn}deg)` };
      };
      return [
        spin(0, first, 0.5, -500),
        spin(0.12, lift(first, 50), 1.05, -400),
        spin(0.42, between(first, last, 0.7), 1.1, -140),
        spin(0.56, lift(between(first, last, 0.88), 30), 1.12, -40),
        spin(0.7, last, 1, 0),
        spin(1, last, 1, 0),
      ];
    }
  }
}

/** This is the time in milliseconds for which an animation outlasts its step. The step removes its pieces earlier. */
const rest = 2000;

/**
 * Animates a piece in a step of `ms` milliseconds, from one share of it to another, until the piece is removed. The animation must end with the
 * piece: the browser draws a frame on the main thread each 16 ms for the animation of a removed element.
 */
export function animatePiece(
  piece: HTMLElement,
  frames: readonly (Keyframe & { offset: number })[],
  ms: number,
  from?: number,
  to?: number,
): { destroy(): void } {
  const animation = piece.animate?.(held(frames, ms, from, to), { duration: ms + rest, fill: 'both' });
  return { destroy: () => animation?.cancel() };
}

/**
 * Places keyframes in a step of `ms` milliseconds, from one share of it to another. The piece waits at the first keyframe and stays at the last
 * one. Both belong to the animation: at each begin or end of an animation, the browser draws several frames on the main thread.
 */
export function held<Frame extends Keyframe & { offset: number }>(
  frames: readonly Frame[],
  ms: number,
  from = 0,
  to = 1,
): Keyframe[] {
  const part = ms / (ms + rest);
  const placed = frames.map((frame) => ({ ...frame, offset: (from + frame.offset * (to - from)) * part }));
  const [first, last] = [placed[0], placed.at(-1)];
  const before = first && first.offset > 0 ? [{ ...first, offset: 0, easing: 'linear' }] : [];
  const after = last ? [{ ...last, offset: 1 }] : [];
  return [...before, ...placed, ...after];
}

interface Leg {
  from: Point;
  at: Point;
  peak: Point;
  middle: number;
  end: number;
}

/** The legs of a path, each with its highest point and its share of the time by length. */
function measuredLegs(path: readonly Point[]): Leg[] {
  const pairs = path.slice(1).map((at, i) => ({ from: path[i] ?? at, at }));
  const lengths = pairs.map(({ from, at }) => Math.max(1, Math.hypot(at.x - from.x, at.y - from.y)));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let gone = 0;
  return pairs.map(({ from, at }, i) => {
    const length = lengths[i] ?? 0;
    const peak = lift(between(from, at, 0.5), Math.min(highest, arc * length));
    const middle = (gone + length / 2) / whole;
    gone += length;
    return { from, at, peak, middle, end: gone / whole };
  });
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

function lift({ x, y }: Point, by: number): Point {
  return { x, y: y - by };
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
