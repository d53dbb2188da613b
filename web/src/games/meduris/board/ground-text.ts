import type { FieldView, View } from '../types.gen';

export type GroundField = Pick<FieldView, 'region' | 'materials'>;

/** The members of a view that the ground depends on, as a string, so that equal grounds compare equal. */
export function groundText({ fields }: Pick<View, 'fields'>): string {
  return JSON.stringify(fields.map(({ region, materials }) => ({ region, materials })));
}
