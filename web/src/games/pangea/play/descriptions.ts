/** Descriptions of the fields and actions for sighted readers and screen readers. */
import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { nearestRank, tileAt, towerOn, tribeOf, tribesOn, type PlacedTribe } from '../board/view';
import { textValues } from '../text-values';
import type { View } from '../types.gen';
import type { Actor } from './actors';

/** Formats a text of the title, with the additional values of textValues. */
export function textFormatter(texts: TitleTexts, view: View): (key: string, values?: JsonObject) => Part[] {
  return (key, values = {}) => texts.format(key, { ...textValues(values, view), ...values }) ?? [];
}

/** The name of a field, then a sentence for each piece on it. */
export function describeField(texts: TitleTexts, view: View, field: number): Part[][] {
  const say = textFormatter(texts, view);
  const tile = tileAt(view, field);
  const spells = view.peoples.filter(({ spell }) => spell === field).map(({ people }) => say('spot.spell', { people }));
  const land = view.tiles[tile];
  if (!land) return [say('spot.water', { field }), ...spells];
  const tower = towerOn(view, tile);
  const description = [say('spot.land', { field, n: land.tribes })];
  if (land.overcrowded) description.push(say('spot.crowded'));
  if (tower)
    description.push(
      say(tower.seat < 0 ? 'spot.tower.neutral' : 'spot.tower', { people: tower.people, n: tower.left }),
    );
  const bag = Object.entries(tower?.bag ?? {}).map(([home, n]) => ({ home, n: Number(n) }));
  if (bag.length > 0) description.push(say('spot.bag', { bag }));
  return [
    ...description,
    ...alike(tribesOn(view, tile)).map(([tribe, n]) => tribeText(texts, view, tribe, n)),
    ...spells,
  ];
}

/** A tribe, or a number of equal tribes. */
export function tribeText(texts: TitleTexts, view: View, tribe: PlacedTribe, n: number): Part[] {
  const state = tribe.carries ? 'carries' : tribe.produces ? 'produces' : tribe.atHome ? 'idle' : 'away';
  const { people, home, carries = '' } = tribe;
  return textFormatter(texts, view)(`spot.tribe.${state}`, { people, home, amulet: carries, n });
}

/** Groups equal tribes with their count. */
export function alike(tribes: readonly PlacedTribe[]): [PlacedTribe, number][] {
  const kinds = new Map<string, [PlacedTribe, number]>();
  for (const tribe of tribes) {
    const kind = [tribe.people, tribe.home, tribe.carries].join();
    const known = kinds.get(kind);
    if (known) known[1]++;
    else kinds.set(kind, [tribe, 1]);
  }
  return [...kinds.values()];
}

/** An actor as a choice. */
export function actorText(texts: TitleTexts, view: View, actor: Actor, n: number): Part[] {
  const say = textFormatter(texts, view);
  if (actor.is === 'shift') return say('start.shift', { tile: actor.no });
  const tribe = tribeOf(view, actor.no);
  if (actor.is === 'found') {
    const people = view.peoples.find((one) => one.people === actor.people);
    return say(people && people.seat < 0 ? 'start.found.neutral' : 'start.found', {
      people: actor.people,
      n: people?.left ?? 0,
    });
  }
  const key = tribe?.carries ? `start.${actor.is}.carries` : `start.${actor.is}`;
  return say(key, { people: actor.people, home: tribe?.home ?? '', amulet: tribe?.carries ?? '', n });
}

/** The effects of a move to a field, as far as the view shows them. */
export function effectsAt(texts: TitleTexts, view: View, actor: Actor | undefined, field: number): Part[][] {
  const say = textFormatter(texts, view);
  const move = actor?.targets.get(field);
  if (!actor || !move) return [];
  const description: Part[][] = [];
  if (move.over === true) description.push(say('effect.over'));
  const land = actor.is === 'tribe' ? view.tiles[tileAt(view, field)] : undefined;
  if (!land) return [say('effect.shift'), ...description];
  const tribe = tribeOf(view, actor.no);
  description.push(say(tribe?.home === land.landscape ? 'effect.home' : 'effect.away'));
  if (land.tribes + 1 > land.capacity)
    description.push(say('effect.crowded', { n: land.tribes + 1, room: land.capacity }));
  const tower = towerOn(view, tileAt(view, field));
  if (tribe?.carries && tower?.people === tribe.people)
    description.push(say('effect.deliver', { amulet: tribe.carries }));
  return description;
}

/** A player's missing items for the nearest rank. */
export function missingText(texts: TitleTexts, view: View, seat: number): Part[] {
  const player = view.players[seat];
  if (!player) return [];
  const say = textFormatter(texts, view);
  if (player.rank > 0) return say('rank.held', { rank: player.rank });
  const near = nearestRank(player);
  if (!near) return [];
  const key = near.amulets === 0 ? 'rank.goods' : near.goods === 0 ? 'rank.amulets' : 'rank.both';
  return say(key, near);
}
