import type { Part } from '../i18n/text';
import type { Decision } from '../wire/game';
import { isObject, type JsonObject } from '../wire/narrow';
import type { TitleTexts } from './title-texts';

/**
 * Returns the question of a decision to the reader. The title receives the legal moves with it, so that its text names only alternatives
 * that exist.
 */
export function questionOf(texts: TitleTexts, { kind, seat, moves }: Decision, view: JsonObject): Part[] {
  return texts.describe(`decision.${kind}`, { seat, moves: [...moves] }, view);
}

/**
 * Returns the values of a question about the moves in `data`: `can` has the different alternatives by name, and `only` is the one if there
 * is no other. `nameOf` names the alternative of a move; by default it is the move's `do`.
 */
export function alternatives(data: JsonObject, nameOf = (move: JsonObject): unknown => move.do): JsonObject {
  if (!Array.isArray(data.moves)) return {};
  const can = [...new Set(data.moves.filter(isObject).map((move) => String(nameOf(move))))];
  const [only, other] = can;
  return { can, ...(only !== undefined && other === undefined ? { only } : {}) };
}
