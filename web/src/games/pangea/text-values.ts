import { gemOf } from './board/view';
import { alternatives } from '../../lib/board/question';
import { isObject, type JsonObject } from '../../lib/wire/narrow';

const list = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The values for a text about a tile: landscape and capacity. */
function tileValues(tile: unknown, view: JsonObject, prefix: string): JsonObject {
  const found = typeof tile === 'number' ? list(view.tiles)[tile] : undefined;
  return found ? { [`${prefix}Land`]: found.landscape ?? '', [`${prefix}Cap`]: found.capacity ?? 0 } : {};
}

/** The values for a text about a field: row and column from 1, and its land. */
function fieldValues(field: unknown, view: JsonObject, prefix = ''): JsonObject {
  const found = typeof field === 'number' ? list(view.fields)[field] : undefined;
  if (!found) return {};
  const on = list(view.tiles).find((tile) => tile.field === field);
  const land: JsonObject = on
    ? { [`${prefix}Land`]: on.landscape ?? '', [`${prefix}Cap`]: on.capacity ?? 0 }
    : { water: 1 };
  return { [`${prefix}Row`]: Number(found.row) + 1, [`${prefix}Column`]: Number(found.column) + 1, ...land };
}

/** The values for a text about a tribe on the board, with its people. */
function tribeValues(tribe: number, view: JsonObject): JsonObject {
  for (const people of list(view.peoples)) {
    const found = list(people.tribes).find(({ id }) => id === tribe);
    if (found) {
      const neutral: JsonObject = people.seat === -1 ? { neutral: 1 } : {};
      return { people: people.people ?? '', home: found.home ?? '', ...tileValues(found.tile, view, 'at'), ...neutral };
    }
  }
  return {};
}

/** Additional text values: tiles, fields, tribes, and marks that select a more specific text. */
export function textValues(data: JsonObject, view: JsonObject): JsonObject {
  const more: JsonObject = { ...tileValues(data.tile, view, 'tile'), ...fieldValues(data.field, view, 'field') };
  if (typeof data.tribe === 'number') {
    Object.assign(
      more,
      tribeValues(data.tribe, view),
      tileValues(data.to, view, 'to'),
      tileValues(data.from, view, 'from'),
    );
  } else if ('to' in data) {
    Object.assign(more, fieldValues(data.to, view, 'to'), fieldValues(data.from, view, 'from'));
  }
  if (data.tile === -1) more.water = 1;
  if (typeof data.amulet === 'string')
    more.amuletLand = Object.keys(gemOf).find((land) => gemOf[land] === data.amulet) ?? '';
  // Only the player who drew the tribes receives them.
  if (Array.isArray(data.tribes)) more.own = 1;
  const turn = isObject(view.turn) ? view.turn : {};
  if ('moves' in data)
    Object.assign(more, {
      actions: turn.actions ?? 0,
      ...priceOf(data.seat, view),
      ...alternatives(data, nameIn(view)),
    });
  if (data.do === 'found') {
    const people = list(view.peoples).find((each) => each.people === data.people);
    if (people) Object.assign(more, tileValues(people.tower, view, 'at'), people.seat === -1 ? { neutral: 1 } : {});
  }
  if (Array.isArray(data.winners) && data.winners.length > 1) more.shared = 1;
  return more;
}

/** The name of the alternative that a move belongs to in a question: a spell is laid on a land or on water. */
function nameIn(view: JsonObject): (move: JsonObject) => unknown {
  return (move) => (move.do === 'lay' ? ('water' in fieldValues(move.field, view) ? 'water' : 'land') : move.do);
}

function priceOf(seat: unknown, view: JsonObject): JsonObject {
  const player = list(view.players).find((each) => each.seat === seat);
  return player ? { price: player.price ?? 0, goods: player.goods ?? 0 } : {};
}
