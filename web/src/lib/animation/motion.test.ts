import { describe, expect, it, vi, type Mock } from 'vitest';
import { held, keyframes, animatePiece, staggered, type MotionKind, type MovePath } from './motion';

const path = [
  { x: 100, y: 100 },
  { x: 300, y: 100 },
  { x: 300, y: 500 },
];

function mover(motion: MotionKind): MovePath {
  return { motion, path, from: 0, to: 1 };
}

describe('the path of a piece', () => {
  it.each(['fly', 'walk', 'rise', 'float', 'glow', 'roll'] as const)(
    'goes on in time from start to end: %s',
    (motion) => {
      const offsets = keyframes(mover(motion), 1).map(({ offset }) => offset);
      expect(offsets[0]).toBe(0);
      expect(offsets.at(-1)).toBe(1);
      expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
      expect(new Set(offsets).size).toBe(offsets.length);
    },
  );

  it('begins and ends at the ends of the path, in pixels of the drawn board', () => {
    const drawn = keyframes(mover('fly'), 0.5);
    expect(drawn[0]?.transform).toMatch(/^translate\(50px, 50px\)/);
    expect(drawn.at(-1)?.transform).toMatch(/^translate\(150px, 250px\)/);
  });

  it('walks at constant speed regardless of the lengths of the legs', () => {
    const arrival = keyframes(mover('walk'), 1).find(({ transform }) =>
      transform.startsWith('translate(300px, 100px)'),
    );
    expect(arrival?.offset).toBeCloseTo(1 / 3);
  });

  it('animates only transform and opacity', () => {
    for (const frame of keyframes(mover('float'), 1)) {
      expect(Object.keys(frame).sort()).toEqual(['offset', 'opacity', 'transform']);
    }
  });

  it('waits, moves and stays within one animation that outlasts the step', () => {
    const placed = held(keyframes(mover('glow'), 1), 500, 0.4, 0.8);
    const duration = played(500).duration;
    const times = placed.map(({ offset }) => Math.round((offset ?? 0) * duration));
    expect(duration).toBeGreaterThan(1000);
    expect(times).toEqual([0, 200, 270, 400, duration]);
    expect(placed[0]?.transform).toBe(placed[1]?.transform);
    expect(placed.at(-1)?.transform).toBe(placed.at(-2)?.transform);
  });

  it('ends the animation of a piece with the piece', () => {
    const { animation, piece } = played(500);
    expect(animation.cancel).not.toHaveBeenCalled();
    piece.destroy();
    expect(animation.cancel).toHaveBeenCalledOnce();
  });

  it('staggers the pieces, and all arrive in time', () => {
    const ways = staggered<MovePath>([mover('fly'), mover('fly'), mover('fly')], 0.6);
    expect(ways.map(({ from }) => from)).toEqual([0, 0.2, 0.4]);
    expect(ways.at(-1)?.to).toBeCloseTo(1);
  });
});

/** Plays a motion on an element that records it. */
function played(ms: number): { animation: { cancel: Mock }; piece: { destroy(): void }; duration: number } {
  const animation = { cancel: vi.fn() };
  let duration = 0;
  const element = {
    animate: (_: Keyframe[], options: KeyframeAnimationOptions) => {
      duration = Number(options.duration);
      return animation;
    },
  } as unknown as HTMLElement;
  const piece = animatePiece(element, keyframes(mover('glow'), 1), ms);
  return { animation, piece, duration };
}
