import type { Effect } from '../../../lib/board/effects';
import { materials, type Material } from '../board/layout';

export type Counts = Record<Material, number>;

export const none: Readonly<Counts> = { wood: 0, wool: 0, copper: 0, stone: 0 };

export function counts(of: (material: Material) => number): Counts {
  return { wood: of('wood'), wool: of('wool'), copper: of('copper'), stone: of('stone') };
}

/** The counts that an effect names; undefined without the effect. */
export function countsOfEffect(effect: Effect | undefined): Counts | undefined {
  return effect && counts((material) => effect.whole(material));
}

export function materialOf(effect: Effect): Material {
  return materials[effect.whole('material')] ?? materials[0];
}
