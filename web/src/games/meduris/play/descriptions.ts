/** Descriptions of the spots for sighted readers and screen readers: name, content, and effect of choosing them. */
import type { SpotDescription } from '../../../lib/board/spots';
import type { FormatText, TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Move } from '../../../lib/wire/game';
import { number } from '../text-values';
import type { View } from '../types.gen';
import type { Draft } from './draft.svelte';
import { describePiece, others, prices, type PieceSpot } from './describe-pieces';
import { effectsOfMove } from '../../../lib/board/effects';
import { moveEffects, walkEffects } from './effects';
import type { ChoiceSpot, Spot } from './targets';

/** Describes a spot. `me` is the reader's seat. */
export function describeSpot(texts: TitleTexts, draft: Draft, spot: Spot, me?: number): SpotDescription {
  const say = texts.say;
  const { view, decision } = draft.table;
  const moves = draft.movesAt(spot);
  const description: SpotDescription = { name: [], details: [], effects: [], can: moves.length > 0 };
  if (!view) return description;
  if (isChoice(spot)) description.name = nameChoice(say, view, spot, description.can);
  if (spot.is === 'field') describeField(say, view, spot.field, description);
  else if (isChoice(spot)) describeGround(say, view, spot, description);
  else {
    const { name, details } = describePiece(say, view, spot, me);
    return { ...description, name, details: details(), can: false };
  }
  description.details = description.details.filter((parts) => parts.length > 0);
  description.effects = description.can ? moves.flatMap((move) => effectsOf(say, draft, spot, move)) : [];
  if (description.can && spot.is === 'field' && draft.walk) description.effects.push(...walkEffects(say, draft.walk));
  if (!description.can && decision) description.effects.push(say(whyNot(view, spot)));
  return description;
}

/** The name alone of a spot that cannot be chosen, for readers who pass it. It depends on little, so that most names outlast a move. */
export function nameSpot(texts: TitleTexts, view: View, spot: Spot, me?: number): Part[] {
  const say = texts.say;
  return isChoice(spot) ? nameChoice(say, view, spot, false) : describePiece(say, view, spot, me).name;
}

function nameChoice(say: FormatText, view: View, spot: ChoiceSpot, can: boolean): Part[] {
  if (spot.is === 'field') {
    const at = view.fields[spot.field];
    return at
      ? say('spot.field', { fieldNo: number(spot.field), regionNo: number(at.region), materials: at.materials })
      : [];
  }
  const { material } = spot;
  if (spot.is === 'stock') return say('spot.stock', { material, n: view.stock[material] });
  if (spot.is === 'plateau') return say('spot.plateau', { material });
  const { height } = spot;
  if (can) return say('spot.worker', { material, height });
  return say('spot.worker.of', { seat: view.plateaus[material][height - 1] ?? -1, material, height });
}

function describeField(say: FormatText, view: View, field: number, description: SpotDescription): void {
  const at = view.fields[field];
  if (!at) return;
  if (at.hut >= 0) description.details.push(say('spot.hut', { seat: at.hut, n: at.huts ?? 0 }));
  if (at.temple >= 0) description.details.push(say('spot.temple', { seat: at.temple }));
  if (at.chip !== 'none') description.details.push(say(`spot.chip.${at.chip}`));
  if (view.druid.at === 'field' && view.druid.no === field) description.details.push(say('ring.druid'));
  if (at.hut < 0 && at.temple < 0 && !description.can) description.details.push(prices(say, view, field));
}

function describeGround(
  say: FormatText,
  view: View,
  spot: Exclude<ChoiceSpot, { is: 'field' }>,
  description: SpotDescription,
): void {
  const { material } = spot;
  if (spot.is === 'stock') {
    description.details.push(say('spot.stock.why'), others(say, view, spot));
    return;
  }
  if (spot.is === 'worker') {
    description.details.push(say('spot.worker.why', { material, height: spot.height }));
    return;
  }
  const workers = view.plateaus[material];
  description.details.push(
    workers.length === 0
      ? say('spot.plateau.empty')
      : say('spot.plateau.workers', { workers: workers.map((seat, i) => ({ seat, height: i + 1 })) }),
    say('spot.plateau.why', { material }),
  );
}

function effectsOf(say: FormatText, draft: Draft, spot: Spot, move: Move): Part[][] {
  if (move.do === 'yield' && spot.is === 'worker')
    return draft.movesAt(spot)[0] === move ? [say(isPicked(draft, spot) ? 'hint.drop' : 'hint.pick')] : [];
  const effects = effectsOfMove(draft.table.decision, move);
  const have = effects.first('have');
  if (spot.is === 'stock' && have) {
    const gains = draft.table.decision?.kind === 'gain_one';
    return [say(gains ? 'hint.gain' : 'hint.lose', { n: have.whole('n'), material: spot.material })];
  }
  return draft.table.decision?.kind === 'offer' ? [] : moveEffects(say, move, effects);
}

/** A spot that moves can choose. */
function isChoice(spot: Spot): spot is Exclude<Spot, PieceSpot> {
  return ['field', 'plateau', 'stock', 'worker'].includes(spot.is);
}

function isPicked(draft: Draft, spot: Spot): boolean {
  return spot.is === 'worker' && draft.picked?.material === spot.material && draft.picked.height === spot.height;
}

/** The text key of the reason why a spot cannot be chosen, as far as it is known. */
function whyNot(view: View, spot: ChoiceSpot): string {
  const field = spot.is === 'field' ? view.fields[spot.field] : undefined;
  if (field && field.hut >= 0) return 'why.hut';
  if (field && field.temple >= 0) return 'why.temple';
  return 'why.not';
}
