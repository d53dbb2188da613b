/** Descriptions of the spots for sighted readers and screen readers: name, content, and effect of choosing them. */
import type { SpotDescription } from '../../../lib/board/spots';
import type { FormatText, TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Decision, Move } from '../../../lib/wire/game';
import type { View } from '../types.gen';
import { describePiece, figureTexts } from './describe-pieces';
import type { Draft } from './draft.svelte';
import { effectsOf, reachTexts } from './effects';
import { partsOf, type Spot } from './selections';

/** Describes a spot. `me` is the reader's seat. */
export function describeSpot(texts: TitleTexts, draft: Draft, spot: Spot, me?: number): SpotDescription {
  const { view, decision } = draft.table;
  const moves = draft.movesAt(spot);
  const can = moves.length > 0;
  if (!view) return { name: [], details: [], effects: [], can };
  const say = texts.about(view);
  const { name, details } = describePiece(say, view, spot, me);
  const { is, name: no } = partsOf(spot);
  // The consequences of a choice replace the general purpose of a stone.
  const kept = can && is === 'stone' ? figureTexts(say, view, Number(no)) : details();
  const effects = decision && can ? choiceTexts(texts, say, view, decision, is, moves) : [];
  return { name, details: kept.filter(some), effects: effects.filter(some), can };
}

/** The name of a spot alone, for readers who pass it. It depends on little, so that most names outlast a move. */
export function nameSpot(texts: TitleTexts, view: View, spot: Spot, me?: number): Part[] {
  return describePiece(texts.about(view), view, spot, me).name;
}

/** The reach of more figures than this is on the board only. */
const few = 2;

const some = (parts: Part[]): boolean => parts.length > 0;

/** The effect of choosing a spot, and its consequences. */
function choiceTexts(
  texts: TitleTexts,
  say: FormatText,
  view: View,
  decision: Decision,
  is: string,
  moves: readonly Move[],
): Part[][] {
  const [move, other] = moves;
  const { kind } = decision;
  if (!move) return [];
  if (kind === 'use') {
    // The last of the two spots makes the move, which the reach names.
    const hint = other ? [say(is === 'die' ? 'hint.die' : 'hint.use')] : [];
    if (moves.length <= few) return [...hint, ...reachTexts(say, view, decision, moves)];
    return [...hint, say('reach.figures', { figures: moves.map(({ figure }) => figure ?? '') })];
  }
  if (is === 'stone') return [say(`hint.${kind}`), ...effectsOf(say, view, decision, move)];
  if (is === 'dice' && move.do === 'move') return [say('hint.move')];
  if (is === 'figure' && other) return [say(`hint.${kind}`)];
  return [texts.describe(`move.${kind}`, move, view), ...effectsOf(say, view, decision, move)];
}
