/** The consequences of a move in words and numbers, before it is chosen. */
import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Move } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { tileAt, towerOn, tribeOf } from '../board/view';
import type { TileView, View } from '../types.gen';
import { neighbors } from './arrow-keys';
import { actorText, textFormatter } from './descriptions';
import type { Draft } from './draft.svelte';
import { productionChanges, viewAfter } from './preview';

/** The consequences of a legal move of a seat. */
export function effectsOf(texts: TitleTexts, view: View, seat: number, move: Move): Part[][] {
  const say = textFormatter(texts, view);
  const after = viewAfter(view, seat, move);
  const effects = [
    ...ownEffects(view, after, seat, move).map(([key, values]) => say(key, values)),
    ...productionChanges(view, after).map((change) =>
      say(change.seat === seat ? 'effect.production.own' : 'effect.production', change),
    ),
  ];
  return effects.filter((parts) => parts.length > 0);
}

/** The choices on a field: the consequences of the move that it completes, or the actors on it. */
export function describeChoices(texts: TitleTexts, view: View, draft: Draft, field: number): Part[][] {
  const seat = draft.table.decision?.seat ?? -1;
  const move = draft.targets.get(field);
  if (move) return effectsOf(texts, view, seat, move);
  if (draft.actor) return [];
  const pointed = draft.actors.find(({ id }) => id === draft.over);
  const choices = pointed ? [{ actor: pointed, count: 1 }] : draft.choicesAt(field);
  return choices.flatMap(({ actor, count }) => [
    actorText(texts, view, actor, count),
    ...(actor.is === 'found' ? actor.moves.flatMap((found) => effectsOf(texts, view, seat, found)) : []),
  ]);
}

/** The key and the values of a text. */
type Effect = [key: string, values?: JsonObject];

function ownEffects(view: View, after: View, seat: number, move: Move): Effect[] {
  switch (move.do) {
    case 'shift':
      return shiftEffects(view, after, move);
    case 'move':
      return walkEffects(view, after, seat, move);
    case 'found':
      return foundEffects(view, after, move);
    case 'buy':
      return buyEffects(view, after, seat, move);
    case 'tower':
      return towerEffects(view, after, Number(move.tile));
    case 'lay':
      return [[tileAt(view, Number(move.field)) < 0 ? 'effect.spell.water' : 'effect.spell']];
    default:
      return [];
  }
}

function shiftEffects(view: View, after: View, move: Move): Effect[] {
  const field = Number(move.to);
  const n = view.tiles[Number(move.tile)]?.tribes ?? 0;
  const lands = neighbors(after, field)
    .map((one) => after.tiles[tileAt(after, one)])
    .filter((land): land is TileView => land !== undefined)
    .map(({ landscape, capacity }) => ({ land: landscape, room: capacity }));
  return [
    [n > 0 ? 'effect.shift' : 'effect.shift.empty', { to: field, tile: Number(move.tile), n }],
    ...over(move),
    lands.length > 0 ? ['effect.next', { lands }] : ['effect.alone'],
  ];
}

function walkEffects(view: View, after: View, seat: number, move: Move): Effect[] {
  const tribe = tribeOf(view, Number(move.tribe));
  const [from, to] = [tribe?.tile ?? -1, Number(move.to)];
  if (!tribe) return [];
  const delivers = tribe.carries && towerOn(view, to)?.people === tribe.people;
  const player = view.players[seat];
  return [
    ['effect.tribe', { tribe: tribe.id }],
    ...over(move),
    [view.tiles[to]?.landscape === tribe.home ? 'effect.home' : 'effect.away'],
    ...crowded(after, to),
    ...eased(view, after, from),
    ...(delivers && tribe.seat === seat && player
      ? ([['effect.deliver', { amulet: tribe.carries ?? '', n: player.amulets.length + 1 }]] satisfies Effect[])
      : []),
  ];
}

function foundEffects(view: View, after: View, move: Move): Effect[] {
  const own = view.peoples.find(({ people }) => people === move.people);
  const land = view.tiles[own?.tower ?? -1];
  if (!own || !land) return [];
  const n = Number((own.bag as Record<string, number> | undefined)?.[land.landscape] ?? 0);
  return [
    ['effect.found', { tile: own.tower }],
    ['effect.found.home', { n, left: own.left }],
    ...crowded(after, own.tower),
  ];
}

function buyEffects(view: View, after: View, seat: number, move: Move): Effect[] {
  const [goods, left] = [view, after].map(({ players }) => players[seat]?.goods ?? 0);
  const seller = view.peoples.find(({ people }) => people === move.seller)?.seat ?? -1;
  const tower = view.peoples.find((one) => one.seat === seat)?.tower ?? -1;
  return [
    ['effect.buy', { goods: left ?? 0, all: goods ?? 0 }],
    seller < 0 ? ['effect.buy.neutral'] : ['effect.buy.seller', { to: seller }],
    ['effect.carry', { tile: tower }],
  ];
}

function towerEffects(view: View, after: View, tile: number): Effect[] {
  const land = view.tiles[tile];
  const n = (view.hand ?? []).filter(({ home }) => home === land?.landscape).length;
  return [['effect.tower', { n }], ...crowded(after, tile)];
}

const over = (move: Move): Effect[] => (move.over === true ? [['effect.over']] : []);

/** The land of an arriving tribe, if it is overcrowded then. */
function crowded(after: View, tile: number): Effect[] {
  const land = after.tiles[tile];
  return land?.overcrowded ? [['effect.crowded', { n: land.tribes, room: land.capacity }]] : [];
}

/** The land of a leaving tribe, if it is no longer overcrowded then. */
function eased(view: View, after: View, tile: number): Effect[] {
  return view.tiles[tile]?.overcrowded && !after.tiles[tile]?.overcrowded ? [['effect.eased', { tile }]] : [];
}
