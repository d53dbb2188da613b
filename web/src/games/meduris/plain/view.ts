import { isObject, type Json, type JsonObject } from '../../../lib/wire/narrow';

export interface Field {
  index: number;
  materials: string[];
  chip: string;
  /** Seat of the owner, -1 for none. */
  hut: number;
  temple: number;
}

/** A region with its fields in ring order. */
interface Region {
  index: number;
  /** Seat that holds the rune stone, -1 for the supply. */
  rune: number;
  fields: Field[];
}

interface Druid {
  at: string;
  no: number;
}

const materials = ['wood', 'wool', 'copper', 'stone'] as const;

/** Reads the regions of the ring from a view. Missing members count as empty. */
export function regions(view: JsonObject): Region[] {
  const found = new Map<number, Region>();
  objects(view.fields).forEach((field, index) => {
    const no = whole(field.region, 0);
    const region = found.get(no) ?? { index: no, rune: whole(items(view.runes)[no], -1), fields: [] };
    region.fields.push({
      index,
      materials: items(field.materials).map(String),
      chip: typeof field.chip === 'string' ? field.chip : 'none',
      hut: whole(field.hut, -1),
      temple: whole(field.temple, -1),
    });
    found.set(no, region);
  });
  return [...found.values()];
}

/** Reads the plateaus with their workers from the bottom up, and their stock. */
export function plateaus(view: JsonObject): { material: string; workers: number[]; stock: number }[] {
  const stacks = isObject(view.plateaus) ? view.plateaus : {};
  const stock = isObject(view.stock) ? view.stock : {};
  return materials.map((material) => ({
    material,
    workers: items(stacks[material]).filter((seat) => typeof seat === 'number'),
    stock: whole(stock[material], 0),
  }));
}

export function druid(view: JsonObject): Druid {
  const at = isObject(view.druid) ? view.druid : {};
  return { at: typeof at.at === 'string' ? at.at : 'temple', no: whole(at.no, 0) };
}

function items(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function objects(value: Json | undefined): JsonObject[] {
  return items(value).filter(isObject);
}

function whole(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
