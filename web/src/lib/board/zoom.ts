/** How a picture is looked at: enlarged, and moved by pixels of the frame it is seen through. */
export interface Viewport {
  scale: number;
  x: number;
  y: number;
}

/** The whole picture, as large as its frame. */
export const fullView: Viewport = { scale: 1, x: 0, y: 0 };

/** As large as a picture can be made. */
export const maxScale = 4;

/** Enlarges by a factor around a point of the frame, which stays where it is as far as the picture still fills the frame. */
export function zoomed(viewport: Viewport, factor: number, at: { x: number; y: number }, frame: number): Viewport {
  const scale = Math.min(maxScale, Math.max(1, viewport.scale * factor));
  const by = scale / viewport.scale;
  return within({ scale, x: at.x - (at.x - viewport.x) * by, y: at.y - (at.y - viewport.y) * by }, frame);
}

/** Moves the picture, as far as it still fills the frame. */
export function moved(viewport: Viewport, dx: number, dy: number, frame: number): Viewport {
  return within({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, frame);
}

function within({ scale, x, y }: Viewport, frame: number): Viewport {
  const least = frame * (1 - scale);
  return { scale, x: Math.min(0, Math.max(least, x)), y: Math.min(0, Math.max(least, y)) };
}
