/** How a picture is looked at: enlarged, and moved by pixels of the frame it is seen through. */
export interface Sight {
  scale: number;
  x: number;
  y: number;
}

/** The whole picture, as large as its frame. */
export const whole: Sight = { scale: 1, x: 0, y: 0 };

/** As large as a picture can be made. */
export const most = 4;

/** Enlarges by a factor around a point of the frame, which stays where it is as far as the picture still fills the frame. */
export function zoomed(sight: Sight, factor: number, at: { x: number; y: number }, frame: number): Sight {
  const scale = Math.min(most, Math.max(1, sight.scale * factor));
  const by = scale / sight.scale;
  return within({ scale, x: at.x - (at.x - sight.x) * by, y: at.y - (at.y - sight.y) * by }, frame);
}

/** Moves the picture, as far as it still fills the frame. */
export function moved(sight: Sight, dx: number, dy: number, frame: number): Sight {
  return within({ ...sight, x: sight.x + dx, y: sight.y + dy }, frame);
}

function within({ scale, x, y }: Sight, frame: number): Sight {
  const least = frame * (1 - scale);
  return { scale, x: Math.min(0, Math.max(least, x)), y: Math.min(0, Math.max(least, y)) };
}
