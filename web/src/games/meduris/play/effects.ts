/** The effects of moves in words. The server names them; see engine/meduris/effects.go. */
import { effectsOfMove, type Effect, type Effects } from '../../../lib/board/effects';
import type { FormatText, TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Decision, Move } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { number } from '../text-values';
import { countsOfEffect, materialOf, none } from './counts';
import { walkOf, type Walk } from './walk';

/** The effects of a legal move, one sentence each; see TitleClient. */
export function effects(texts: TitleTexts, _view: JsonObject, decision: Decision, move: Move): Part[][] {
  const say = texts.say;
  const named = effectsOfMove(decision, move);
  // The walk after an offering or a payment does not depend on the move, so the panel tells it once.
  const walk = decision.kind === 'turn' ? walkOf(named) : null;
  return [...moveEffects(say, move, named), ...(walk ? walkEffects(say, walk) : [])];
}

/** The price and the gains of a move, without the druid's walk. */
export function moveEffects(say: FormatText, move: Move, effects: Effects): Part[][] {
  const yields = effects.of('yield');
  const grown = effects.of('grown').map((one) => ({ seat: one.whole('seat'), n: one.whole('points') }));
  return [
    ...effects.all.flatMap((effect) => sayEffect(say, move, effect)),
    ...(yields.length > 0 ? [yieldText(say, yields)] : []),
    ...(grown.length > 0 ? [say('hint.temples', { points: grown })] : []),
  ].filter((parts) => parts.length > 0);
}

function sayEffect(say: FormatText, move: Move, effect: Effect): Part[][] {
  const n = (name: string): number => effect.whole(name);
  const tokens = countsOfEffect(effect) ?? none;
  switch (effect.kind) {
    case 'cost':
      return [say(move.do === 'hut' || move.do === 'temple' ? `hint.${move.do}` : 'hint.cost', { cost: tokens })];
    case 'free':
      return [say('hint.hut.free')];
    case 'left':
      return [say('hint.left', { left: tokens })];
    case 'lack':
      return [say('hint.lack', { lacks: tokens })];
    case 'keep':
      return [say('hint.kept', { n: n('tokens') })];
    case 'exact':
      return Object.values(tokens).some((count) => count > 0) ? [say('hint.exact', { exact: tokens })] : [];
    case 'replace':
      return [say('hint.replace', { material: materialOf(effect), n: n('tokens') })];
    case 'temple':
      return [say('hint.temple.score', { n: n('points') })];
    case 'settlement':
      return n('huts') > 1 ? [say('hint.settlement', { n: n('huts') })] : [];
    case 'points':
      return [say(move.do === 'hut' ? 'hint.chip.points' : pointsKey(n('n')), { n: Math.abs(n('n')) })];
    case 'blessing':
      return [say('hint.chip.druid')];
    case 'rune':
      return [n('from') < 0 ? say('hint.rune') : say('hint.rune.from', { seat: n('from') })];
    case 'last':
      return [say('hint.last', { turns: n('turns') })];
    case 'level':
      return [say('hint.place', { height: n('height') })];
    case 'have':
      return [say('hint.have', { n: n('n'), material: materialOf(effect) })];
    default:
      return [];
  }
}

const pointsKey = (n: number): string => (n > 0 ? 'hint.points' : n < 0 ? 'hint.points.lost' : 'hint.points.none');

/** The yield of a plateau for each of its workers. */
function yieldText(say: FormatText, yields: readonly Effect[]): Part[] {
  const workers = yields.map((one) => ({ seat: one.whole('seat'), amount: one.whole('n'), material: materialOf(one) }));
  return say('hint.yield', { workers });
}

/** The druid's next walk: where he goes, whom he asks, and what the river gives. */
export function walkEffects(say: FormatText, walk: Walk): Part[][] {
  if (walk.stone !== undefined) return [say('walk.stone', { no: walk.stone })];
  if (walk.stops.length === 0) return [say('walk.waits')];
  const stops = walk.stops.map(({ field, seat }) => ({ seat, fieldNo: number(field) }));
  const said = [say('walk.asks', { stops, n: walk.points })];
  if (walk.river) said.push(walk.gains.length > 0 ? say('walk.river', { points: walk.gains }) : say('walk.river.none'));
  return said;
}
