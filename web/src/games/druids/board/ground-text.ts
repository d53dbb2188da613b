import type { View } from '../types.gen';

/** The members of a view that the ground depends on, as a string, so that equal grounds compare equal. */
export function groundText({ stones, spokes }: Pick<View, 'stones' | 'spokes'>): string {
  return JSON.stringify({ stones, spokes });
}
