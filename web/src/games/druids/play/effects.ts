/** The effects of moves in words. The server names them; see engine/druids/effects.go. */
import { effectsOfMove, type Effect, type Effects } from '../../../lib/board/effects';
import { sentence, type FormatText, type TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Decision, Move } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { figureNames, isDruid, readView } from '../board/view';
import type { View } from '../types.gen';
import { countSymbols, reachesOf } from './reaches';

/** The effects of a legal move, one sentence each; see TitleClient. */
export function effects(texts: TitleTexts, members: JsonObject, decision: Decision, move: Move): Part[][] {
  const view = readView(members);
  return view ? effectsOf(texts.about(view), view, decision, move) : [];
}

export function effectsOf(say: FormatText, view: View, decision: Decision, move: Move): Part[][] {
  if (decision.kind === 'use') return reachTexts(say, view, decision, [move]);
  const choice = { view, decision, move, named: effectsOfMove(decision, move) };
  const said = [
    ...opening(choice),
    ...choice.named.all.flatMap((effect) => sayEffect(choice, effect)),
    ...rest(choice),
  ];
  return said.map(([key, values]) => sentence(say(key, values))).filter((parts) => parts.length > 0);
}

/** The reach of each figure and die, in one sentence each. */
export function reachTexts(say: FormatText, view: View, decision: Decision, moves: readonly Move[]): Part[][] {
  return reachesOf(decision, moves).map(({ figure, die, paths }) =>
    sentence(say('reach', { figure, die, n: paths.size, stones: countSymbols(view, paths) })),
  );
}

interface Choice {
  view: View;
  decision: Decision;
  move: Move;
  named: Effects;
}

type Said = [key: string, values?: JsonObject];

function opening({ decision, move, named }: Choice): Said[] {
  if (decision.kind === 'place') return [['effect.place']];
  if (decision.kind === 'magic' && move.do === 'draw') return [['effect.magic.draw']];
  if (decision.kind === 'go' && named.all.length === 0) return [['arrive.empty']];
  if (decision.kind === 'put' && !gains(decision, named)) return [['effect.put']];
  return [];
}

/** The sentence about a score that stays the same. */
function rest({ decision, named }: Choice): Said[] {
  return decision.kind === 'give' && !named.has('score') ? [['effect.score.same']] : [];
}

/** Reports whether the reader gains a figure that nobody controls. */
function gains({ seat }: Decision, named: Effects): boolean {
  return named.of('control').some((one) => one.whole('seat') === seat && one.whole('from') < 0);
}

function sayEffect(choice: Choice, effect: Effect): Said[] {
  const n = (name: string): number => effect.whole(name);
  switch (effect.kind) {
    case 'hand':
      return [['effect.hand', { n: n('cards') }]];
    case 'score':
      return [['effect.score', { sun: n('sun'), moon: n('moon') }]];
    case 'dice':
      return [[['effect.roll.none', 'effect.roll.one', 'effect.roll.both'][n('n')] ?? '']];
    case 'places':
      return placing(choice, effect);
    case 'control':
      return control(choice, effect);
    case 'banish':
      return [n('from') === choice.decision.seat ? ['effect.banish.own'] : ['effect.banish', { from: n('from') }]];
    case 'take':
      return taking(choice, effect);
    case 'steal':
      return [stealing(choice, effect)];
    case 'tally':
      return [['effect.vote', { sun: n('sun'), moon: n('moon') }]];
    default:
      return arrival(choice, effect);
  }
}

/** The next step of a move that lifts a figure. */
function placing({ decision, move }: Choice, places: Effect): Said[] {
  const figure = String(move.figure);
  if (move.do === 'shift') return [[figure === 'morrigan' ? 'effect.shift.morrigan' : 'effect.shift']];
  if (decision.kind === 'turn' && move.card === 'mist') return [['effect.mist']];
  const met: Said[] = figure === 'morrigan' ? [['effect.lift.morrigan']] : [];
  if (move.do === 'summon') return [['effect.summon', { n: places.list('stones').length }], ...met];
  if (move.do === 'call') return [['effect.call', { figure }], ...met];
  return decision.kind === 'turn' ? [['effect.calling', { figure }], ...met] : [];
}

/** A change of control. That of a called or summoned figure, and of a thieving Morrigan, is part of another sentence. */
function control({ decision, move, named }: Choice, effect: Effect): Said[] {
  const own = effect.whole('seat') === decision.seat;
  if (!own || named.has('places') || named.has('steal')) return [];
  if (decision.kind === 'go') return [['arrive.morrigan']];
  if (decision.kind === 'put') return [['effect.control', { figure: figureNames[effect.whole('figure')] ?? '' }]];
  return move.do === 'take' ? [['effect.take', { from: effect.whole('from') }]] : [];
}

/** Cards that the reader takes unseen. */
function taking({ decision, move }: Choice, effect: Effect): Said[] {
  const values = { cards: effect.whole('cards'), n: effect.whole('of'), from: effect.whole('from') };
  if (decision.kind === 'rob') return [['effect.rob', values]];
  return [[move.do === 'exchange' ? 'effect.exchange' : 'effect.raven', values]];
}

/** The cards that Morrigan steals where she is put or moved. */
function stealing({ decision }: Choice, effect: Effect): Said {
  const [seat, from] = [effect.whole('seat'), effect.whole('from')];
  const own = seat === decision.seat ? '' : '.other';
  const n = effect.range('cards').max;
  return [n > 0 ? `effect.morrigan${own}` : 'effect.morrigan.none', { from, seat, n }];
}

/** The offers of a stone to a figure that walks there. */
function arrival({ view }: Choice, effect: Effect): Said[] {
  const n = (name: string): number => effect.whole(name);
  switch (effect.kind) {
    case 'gather':
      return [['arrive.pentagram']];
    case 'decide':
      return [['arrive.fifth']];
    case 'plant':
      return [[['arrive.plant.none', 'arrive.plant', 'arrive.plant.king'][n('cards')] ?? '']];
    case 'spirits':
      return [[n('banish') === 0 ? 'arrive.summon' : n('summon') === 0 ? 'arrive.banish' : 'arrive.spirit']];
    case 'meet': {
      const figure = figureNames[n('figure')] ?? '';
      const seat = n('seat');
      if (!isDruid(figure)) return [['arrive.control', { figure }]];
      return [[n('cards') > 0 ? 'arrive.druid' : 'arrive.druid.empty', { seat, n: view.players[seat]?.cards ?? 0 }]];
    }
    default:
      return [];
  }
}
