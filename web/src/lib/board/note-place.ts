/** The distance between a note and the edge of the frame, in pixels. */
const gap = 4;

/**
 * Returns where a note begins along one axis, in pixels: `shift` percent of it are before the position `at`, unless it would then leave
 * the frame. A note that is longer than the frame begins at its edge.
 */
export function noteStart(at: number, shift: number, length: number, frame: number): number {
  return Math.max(gap, Math.min(frame - length - gap, at * frame - (shift / 100) * length));
}
