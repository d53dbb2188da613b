import type { FieldView, View } from '../types.gen';

export type Field = FieldView & { index: number };

/** A region with its fields in ring order. */
interface Region {
  index: number;
  /** Seat that holds the rune stone, -1 for the supply. */
  rune: number;
  fields: Field[];
}

export function regions({ fields, runes }: View): Region[] {
  const ring = fields.map((field, index) => ({ ...field, index }));
  return runes.map((rune, index) => ({ index, rune, fields: ring.filter(({ region }) => region === index) }));
}
