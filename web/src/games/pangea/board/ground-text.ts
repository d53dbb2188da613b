import type { View } from '../types.gen';

/** The members of a view that the ground depends on, as a string, so that equal grounds compare equal. */
export function groundText({ fields }: Pick<View, 'fields'>): string {
  return JSON.stringify(fields.map(({ row, column }) => ({ row, column })));
}
