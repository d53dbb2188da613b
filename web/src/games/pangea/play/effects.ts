/** The effects of moves in words. The server names them; see engine/pangea/effects.go. */
import { effectsOfMove, type Effect, type Effects } from '../../../lib/board/effects';
import { sentence, type TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Decision, Move } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { gems, readView, tribeOf } from '../board/view';
import type { View } from '../types.gen';
import { actorText } from './descriptions';
import type { Draft } from './draft.svelte';

/** The effects of a legal move, one sentence each; see TitleClient. */
export function effects(texts: TitleTexts, members: JsonObject, decision: Decision, move: Move): Part[][] {
  const view = readView(members);
  return view ? effectsOf(texts, view, decision, move) : [];
}

export function effectsOf(texts: TitleTexts, view: View, decision: Decision | undefined, move: Move): Part[][] {
  const say = texts.about(view);
  const named = effectsOfMove(decision, move);
  const over: Said[] = move.over === true ? [['effect.over']] : [];
  const [first, ...rest] = named.all.flatMap((effect) => sayEffect(view, decision, move, effect, named));
  return [...(first ? [first] : []), ...over, ...rest]
    .map(([key, values]) => sentence(say(key, values)))
    .filter((parts) => parts.length > 0);
}

/** The choices on a field: the effects of the move that it completes, or the actors on it. */
export function describeChoices(texts: TitleTexts, view: View, draft: Draft, field: number): Part[][] {
  const { decision } = draft.table;
  const move = draft.targets.get(field);
  if (move) return effectsOf(texts, view, decision, move);
  if (draft.actor) return [];
  const pointed = draft.actors.find(({ id }) => id === draft.over);
  const choices = pointed ? [{ actor: pointed, count: 1 }] : draft.choicesAt(field);
  return choices.flatMap(({ actor, count }) => [
    actorText(texts, view, actor, count),
    ...(actor.is === 'found' ? actor.moves.flatMap((found) => effectsOf(texts, view, decision, found)) : []),
  ]);
}

type Said = [key: string, values?: JsonObject];

function sayEffect(view: View, decision: Decision | undefined, move: Move, effect: Effect, named: Effects): Said[] {
  const n = (name: string): number => effect.whole(name);
  switch (effect.kind) {
    case 'shift':
      return [
        [
          n('tribes') > 0 ? 'effect.shift' : 'effect.shift.empty',
          { to: move.to ?? -1, tile: n('tile'), n: n('tribes') },
        ],
      ];
    case 'next':
      return [nextText(view, effect.list('tiles'))];
    case 'arrive':
      return arrival(move, effect);
    case 'bag':
      return [['effect.found.home', { n: n('home'), left: n('left') }]];
    case 'crowded':
      return [['effect.crowded', { n: n('tribes'), room: n('room') }]];
    case 'eased':
      return [['effect.eased', { tile: n('tile') }]];
    case 'production':
      return [production(effect, decision?.seat)];
    case 'deliver': {
      const walks = tribeOf(view, Number(move.tribe ?? -1))?.carries === amulet(effect);
      return [[walks ? 'effect.deliver' : 'effect.delivers', { amulet: amulet(effect), n: n('amulets') }]];
    }
    case 'pay': {
      const seller: Said[] = named.has('earn') ? [] : [['effect.buy.neutral']];
      const all = view.players[decision?.seat ?? -1]?.goods ?? 0;
      return [['effect.buy', { goods: n('left'), all }], ...seller];
    }
    case 'earn':
      return [['effect.buy.seller', { to: n('seat') }]];
    case 'carry':
      return [['effect.carry', { tile: n('tile') }]];
    case 'spell':
      return [[n('tile') < 0 ? 'effect.spell.water' : 'effect.spell']];
    case 'produce': {
      const { min: low, max } = effect.range('goods');
      const { min: left, max: more } = effect.range('left');
      return [[low < max ? 'effect.produce.chance' : 'effect.produce', { low, n: max, left, more }]];
    }
    default:
      return [];
  }
}

const amulet = (effect: Effect): string => gems[effect.whole('amulet') - 1] ?? '';

function nextText(view: View, tiles: readonly number[]): Said {
  const lands = tiles.flatMap((tile) => {
    const land = view.tiles[tile];
    return land ? [{ land: land.landscape, room: land.capacity }] : [];
  });
  return lands.length > 0 ? ['effect.next', { lands }] : ['effect.alone'];
}

/** Tribes that come to a land: a walking one, those of a tower, or one from the bag. */
function arrival(move: Move, effect: Effect): Said[] {
  if (move.do === 'tower') return [['effect.tower', { n: effect.whole('home') }]];
  if (move.do === 'found') return [['effect.found', { tile: effect.whole('tile') }]];
  const home: Said = [effect.whole('home') > 0 ? 'effect.home' : 'effect.away'];
  return [['effect.tribe', { tribe: move.tribe ?? -1 }], home];
}

function production(effect: Effect, reader: number | undefined): Said {
  const { min: low, max: n } = effect.range('to');
  const seat = effect.whole('seat');
  const own = seat === reader ? '.own' : '';
  const how = low < n ? '.chance' : n === 0 ? '.ends' : '';
  return [`effect.production${own}${how}`, { seat, old: effect.whole('from'), low, n }];
}
