/** The zoom factor and the offset in pixels of the frame. */
export interface Viewport {
  scale: number;
  x: number;
  y: number;
}

/** The whole picture without zoom. */
export const fullView: Viewport = { scale: 1, x: 0, y: 0 };

export const maxScale = 4;

/** Zooms around a point of the frame. The picture always fills the frame. */
export function zoomed(viewport: Viewport, factor: number, at: { x: number; y: number }, frame: number): Viewport {
  const scale = Math.min(maxScale, Math.max(1, viewport.scale * factor));
  const by = scale / viewport.scale;
  return within({ scale, x: at.x - (at.x - viewport.x) * by, y: at.y - (at.y - viewport.y) * by }, frame);
}

/** Pans the picture, which always fills the frame. */
export function moved(viewport: Viewport, dx: number, dy: number, frame: number): Viewport {
  return within({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, frame);
}

function within({ scale, x, y }: Viewport, frame: number): Viewport {
  const least = frame * (1 - scale);
  return { scale, x: Math.min(0, Math.max(least, x)), y: Math.min(0, Math.max(least, y)) };
}
