/** A point of the window or of a board. */
export interface Point {
  x: number;
  y: number;
}

/** The smallest side of a target that a finger hits safely, in CSS pixels. */
export const fingerWidth = 44;

/** A touch that hits no legal target also counts for targets within this distance, in CSS pixels. */
export const reach = fingerWidth / 2;

/** A spot as the finger meets it, in CSS pixels of the window. */
export interface TouchTarget<Key> {
  key: Key;
  legal: boolean;
  /** The finger is inside its hit area. */
  hit: boolean;
  /** The smallest width of its hit area. */
  least: number;
  box: { left: number; top: number; right: number; bottom: number };
}

/**
 * Returns the target of a touch; undefined if it means none. A large legal target on top is the one. Otherwise it is the legal target
 * with the nearest middle: among those that the finger hits, or else among those in reach. An illegal target on top counts if no legal
 * one is near, or if it is large enough to be meant. `targets` are in drawing order.
 */
export function touched<Key>(at: Point, targets: readonly TouchTarget<Key>[]): TouchTarget<Key> | undefined {
  const hits = targets.filter(({ hit }) => hit);
  const top = hits.at(-1);
  if (top && top.least >= fingerWidth) return top;
  const legal = hits.filter((target) => target.legal && target.least < fingerWidth);
  const under = hits.filter((target) => target.legal).at(-1);
  const near = targets.filter((target) => target.legal && distance(at, target.box) <= reach);
  return nearest(at, legal) ?? under ?? nearest(at, near) ?? top;
}

function nearest<Key>(at: Point, targets: readonly TouchTarget<Key>[]): TouchTarget<Key> | undefined {
  const off = ({ box }: TouchTarget<Key>): number =>
    Math.hypot((box.left + box.right) / 2 - at.x, (box.top + box.bottom) / 2 - at.y);
  return targets.reduce<TouchTarget<Key> | undefined>(
    (best, target) => (best && off(best) <= off(target) ? best : target),
    undefined,
  );
}

function distance({ x, y }: Point, { left, top, right, bottom }: TouchTarget<unknown>['box']): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Returns the smallest width of an outline over all directions. */
export function leastWidth(outline: readonly Point[]): number {
  const directions = 16;
  let least = Infinity;
  for (let i = 0; i < directions; i++) {
    const angle = (Math.PI * i) / directions;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [from, to] = [Infinity, -Infinity];
    for (const { x, y } of outline) {
      const along = x * cos + y * sin;
      if (along < from) from = along;
      if (along > to) to = along;
    }
    least = Math.min(least, to - from);
  }
  return least;
}
