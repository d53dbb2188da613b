/** The zoom that the board chooses itself, so that the highlighted spots are large enough for a finger. */
import { fingerWidth } from './touch-target';
import { fullView, maxScale, zoomed, type Viewport } from './zoom';

/** A highlighted spot in shares of the board. */
export interface ChoiceTarget {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The smallest width of the hit area. */
  least: number;
}

/** The origin of the viewport: the whole board or the choices, set by the board itself, or the reader's hand. */
export type ZoomedBy = 'board' | 'hand';

/** The moment of the table, as far as the zoom depends on it. */
export interface ZoomMoment {
  /** The reader's open decision; empty if there is none. */
  decision: string;
  playing: boolean;
  /** A command is in flight, so nothing is highlighted. */
  busy: boolean;
  targets: readonly ChoiceTarget[];
  /** The board may zoom itself: it is small or touched, and the reader has not switched this off. */
  allowed: boolean;
  frame: number;
}

export interface ZoomState {
  viewport: Viewport;
  by: ZoomedBy;
  /** The decision in which the reader set the viewport by hand; it stays theirs until the next one. */
  own: string;
  /** Events were playing. */
  playing: boolean;
}

/** This is the space between the outermost target and the frame, in pixels. */
const margin = 16;

/** Targets that are this wide need no further zoom, in pixels. */
const comfortable = fingerWidth * 1.25;

/** A smaller factor is not worth a movement of the board. */
const leastGain = 1.35;

/** Returns the viewport that shows all targets as large as the frame and `most` allow; undefined without targets. */
export function framing(targets: readonly ChoiceTarget[], frame: number, most = maxScale): Viewport | undefined {
  if (targets.length === 0 || frame === 0) return undefined;
  const left = Math.min(...targets.map((target) => target.left));
  const right = Math.max(...targets.map((target) => target.right));
  const top = Math.min(...targets.map((target) => target.top));
  const bottom = Math.max(...targets.map((target) => target.bottom));
  const fits = (frame - 2 * margin) / (Math.max(right - left, bottom - top) * frame);
  const scale = Math.min(most, maxScale, Math.max(1, fits));
  const offset = (from: number, to: number): number =>
    Math.min(0, Math.max(frame * (1 - scale), frame / 2 - ((from + to) / 2) * frame * scale));
  return { scale, x: offset(left, right), y: offset(top, bottom) };
}

/** Returns the viewport for a choice among the targets: the whole board if they are large enough, or if they gain too little. */
export function choiceView(targets: readonly ChoiceTarget[], frame: number): Viewport {
  const least = Math.min(...targets.map((target) => target.least)) * frame;
  if (least >= fingerWidth) return fullView;
  const view = framing(targets, frame, comfortable / least);
  return view && view.scale >= leastGain ? view : fullView;
}

/**
 * Returns the zoom at a moment. While events play, and without a choice, the whole board is in view. A viewport that the reader set by
 * hand stays until the next decision or playback.
 */
export function zoomAt(before: ZoomState, { decision, playing, busy, targets, allowed, frame }: ZoomMoment): ZoomState {
  const now = { ...before, playing };
  if (playing) return before.playing ? now : { ...now, viewport: fullView, by: 'board' };
  if (busy) return now;
  const hand = before.by === 'hand';
  if (decision === '') return hand ? now : { ...now, viewport: fullView };
  if (before.own === decision) return hand ? now : { ...now, viewport: fullView };
  if (!allowed) return hand ? now : { ...now, viewport: fullView };
  return { ...now, viewport: choiceView(targets, frame), by: 'board', own: '' };
}

/** Returns the viewport after a press of "Larger": onto the targets if that is larger, else one step. */
export function larger(viewport: Viewport, targets: readonly ChoiceTarget[], frame: number): Viewport {
  const closest = framing(targets, frame);
  if (closest && closest.scale > viewport.scale * 1.05) return closest;
  return zoomed(viewport, 1.6, { x: frame / 2, y: frame / 2 }, frame);
}

/** Returns the viewport after a change of the frame's width: it shows the same part of the board. */
export function resized({ scale, x, y }: Viewport, from: number, to: number): Viewport {
  if (from === 0) return { scale, x, y };
  return { scale, x: (x * to) / from, y: (y * to) / from };
}
