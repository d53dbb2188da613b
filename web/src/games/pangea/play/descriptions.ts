/** What the board and what can be done on it are called, for eyes and ears alike. */
import type { Speech } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { nearestRank, tileAt, towerOn, tribeOf, tribesOn, type Standing } from '../board/view';
import { facts } from '../text-values';
import type { View } from '../types.gen';
import type { Start } from './actors';

/** Says a message of the title, with the values that the facts add. */
export function saying(speech: Speech, view: View): (key: string, values?: JsonObject) => Part[] {
  return (key, values = {}) =>
    speech.message(key, { ...facts(values, view as unknown as JsonObject), ...values }) ?? [];
}

/** A field by its name, and then what is there, a sentence each. */
export function tellField(speech: Speech, view: View, field: number): Part[][] {
  const say = saying(speech, view);
  const tile = tileAt(view, field);
  const spells = view.peoples.filter(({ spell }) => spell === field).map(({ people }) => say('spot.spell', { people }));
  const land = view.tiles[tile];
  if (!land) return [say('spot.water', { field }), ...spells];
  const tower = towerOn(view, tile);
  const told = [say('spot.land', { field, n: land.tribes })];
  if (land.overcrowded) told.push(say('spot.crowded'));
  if (tower)
    told.push(say(tower.seat < 0 ? 'spot.tower.neutral' : 'spot.tower', { people: tower.people, n: tower.left }));
  const bag = Object.entries(tower?.bag ?? {}).map(([home, n]) => ({ home, n: Number(n) }));
  if (bag.length > 0) told.push(say('spot.bag', { bag }));
  return [...told, ...alike(tribesOn(view, tile)).map(([tribe, n]) => sayTribe(speech, view, tribe, n)), ...spells];
}

/** A tribe, or several that are alike. */
export function sayTribe(speech: Speech, view: View, tribe: Standing, n: number): Part[] {
  const state = tribe.carries ? 'carries' : tribe.produces ? 'produces' : tribe.atHome ? 'idle' : 'away';
  const { people, home, carries = '' } = tribe;
  return saying(speech, view)(`spot.tribe.${state}`, { people, home, amulet: carries, n });
}

/** Tribes that are told together, one of each kind with how many there are. */
export function alike(tribes: readonly Standing[]): [Standing, number][] {
  const kinds = new Map<string, [Standing, number]>();
  for (const tribe of tribes) {
    const kind = [tribe.people, tribe.home, tribe.carries].join();
    const known = kinds.get(kind);
    if (known) known[1]++;
    else kinds.set(kind, [tribe, 1]);
  }
  return [...kinds.values()];
}

/** What can act, as a choice. */
export function sayStart(speech: Speech, view: View, start: Start, n: number): Part[] {
  const say = saying(speech, view);
  if (start.is === 'shift') return say('start.shift', { tile: start.no });
  const tribe = tribeOf(view, start.no);
  if (start.is === 'found') {
    const people = view.peoples.find((one) => one.people === start.people);
    return say(people && people.seat < 0 ? 'start.found.neutral' : 'start.found', {
      people: start.people,
      n: people?.left ?? 0,
    });
  }
  const key = tribe?.carries ? `start.${start.is}.carries` : `start.${start.is}`;
  return say(key, { people: start.people, home: tribe?.home ?? '', amulet: tribe?.carries ?? '', n });
}

/** What would come of going to a field: from what the view says of it. */
export function effectsAt(speech: Speech, view: View, start: Start | undefined, field: number): Part[][] {
  const say = saying(speech, view);
  const move = start?.targets.get(field);
  if (!start || !move) return [];
  const told: Part[][] = [];
  if (move.over === true) told.push(say('effect.over'));
  const land = start.is === 'tribe' ? view.tiles[tileAt(view, field)] : undefined;
  if (!land) return [say('effect.shift'), ...told];
  const tribe = tribeOf(view, start.no);
  told.push(say(tribe?.home === land.landscape ? 'effect.home' : 'effect.away'));
  if (land.tribes + 1 > land.capacity) told.push(say('effect.crowded', { n: land.tribes + 1, room: land.capacity }));
  const tower = towerOn(view, tileAt(view, field));
  if (tribe?.carries && tower?.people === tribe.people) told.push(say('effect.deliver', { amulet: tribe.carries }));
  return told;
}

/** What a player still lacks for the nearest rank, in words. */
export function sayMissing(speech: Speech, view: View, seat: number): Part[] {
  const player = view.players[seat];
  if (!player) return [];
  const say = saying(speech, view);
  if (player.rank > 0) return say('rank.held', { rank: player.rank });
  const near = nearestRank(player);
  if (!near) return [];
  const key = near.amulets === 0 ? 'rank.goods' : near.goods === 0 ? 'rank.amulets' : 'rank.both';
  return say(key, near);
}
