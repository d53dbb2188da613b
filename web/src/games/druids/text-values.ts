import { alternatives } from '../../lib/board/question';
import { isObject, type Json, type JsonObject } from '../../lib/wire/narrow';

/** The rings from the inside out. Each has twelve stones, numbered on from ring to ring. */
const rings = ['inner', 'middle', 'outer'] as const;
const angles = 12;

/** The values for a text about a stone: its number within its ring from 1, the ring and the symbol. */
export function stoneValues(stone: number, view: JsonObject): { no: number; ring: string; symbol: string } {
  const symbol = Array.isArray(view.stones) ? view.stones[stone] : undefined;
  return { no: (stone % angles) + 1, ring: rings[Math.floor(stone / angles)] ?? '', symbol: String(symbol ?? '') };
}

/** The value whose word is that of a die face. */
export function faceName(face: unknown): string {
  if (!isObject(face)) return '';
  return face.shape === 'pips' ? `face-pips-${String(face.pips)}` : String(face.shape);
}

/** Additional text values: stones, dice, and marks that select a more specific text. */
export function textValues(data: JsonObject, view: JsonObject): JsonObject {
  const turn = isObject(view.turn) ? view.turn : {};
  // Read only for a text about dice. Most texts outlast a roll.
  const dice = (): readonly Json[] => (Array.isArray(turn.dice) ? turn.dice : []);
  const more: JsonObject = { ...turnValues(data, view, turn) };
  if (typeof data.stone === 'number' && data.stone >= 0) {
    const { no, ring, symbol } = stoneValues(data.stone, view);
    Object.assign(more, { stoneNo: no, ring, symbol });
  }
  if (typeof data.to === 'number' && 'figure' in data) {
    const { no, ring, symbol } = stoneValues(data.to, view);
    Object.assign(more, { toNo: no, toRing: ring, toSymbol: symbol });
  }
  if (typeof data.die === 'number' && dice()[data.die] !== undefined) more.face = faceName(dice()[data.die]);
  if (Array.isArray(data.dice)) Object.assign(more, diceValues(data.dice, dice()));
  if (data.why === 'exchange' && data.card === undefined) more.unnamed = 1;
  if ('druid' in data && 'king' in data) more.votes = votes(data);
  if ('king' in data && data.sun === 0 && data.moon === 0) more.silent = 1;
  if (Array.isArray(data.hands)) Object.assign(more, shownHands(data.hands));
  if (Array.isArray(data.winners) && Array.isArray(data.scores)) {
    const most = Math.max(...data.scores.map(Number));
    if (data.winners.length > 1) more.shared = 1;
    else if (data.scores.filter((score) => score === most).length > 1) more.tied = 1;
  }
  return more;
}

/** Values from the turn for questions, whose data has the moves, and for texts about the effect of a stone. */
function turnValues(data: JsonObject, view: JsonObject, turn: JsonObject): JsonObject {
  const more: JsonObject = {};
  if (data.do === 'draw' && turn.landed === 'dwarf-king') more.kingDraws = 1;
  if (data.do === 'take') more.met = met(view, turn);
  if (!('moves' in data)) return more;
  const player = Array.isArray(view.players) ? view.players[Number(data.seat)] : undefined;
  if (turn.played === true) more.played = 1;
  else if (isObject(player) && player.moving === 0) more.idle = 1;
  if (!figuresOf(view).some(({ at, seat, cult }) => at === 'center' && seat === data.seat && cult === 'none'))
    more.mute = 1;
  return { ...more, ...alternatives(data), figure: turn.figure ?? 'none', giving: turn.giving ?? 0, to: turn.to ?? -1 };
}

function figuresOf(view: JsonObject): JsonObject[] {
  return Array.isArray(view.figures) ? view.figures.filter(isObject) : [];
}

/** The figure that the landed figure met on its stone. */
function met(view: JsonObject, turn: JsonObject): Json {
  const figures = figuresOf(view);
  const landed = figures.find(({ figure }) => figure === turn.landed);
  const other = figures.find(
    ({ at, stone, figure }) => at === 'stone' && stone === landed?.stone && figure !== turn.landed,
  );
  return other?.figure ?? 'none';
}

/** The rolled faces, or the faces of the lost dice. */
function diceValues(shownDice: readonly Json[], rolled: readonly Json[]): JsonObject {
  if (shownDice.every(isObject)) return { faces: shownDice.map(faceName) };
  const lost = shownDice.map((die) => rolled[Number(die)]).filter((face) => face !== undefined);
  return lost.length === shownDice.length ? { lost: lost.map(faceName) } : {};
}

function votes({ druid, king }: JsonObject): string {
  if (druid !== 'none') return king !== 'none' ? 'both' : 'druid';
  return king !== 'none' ? 'king' : 'none';
}

function shownHands(hands: readonly Json[]): JsonObject {
  const shown = hands.flatMap((cards, seat) => (Array.isArray(cards) && cards.length > 0 ? [{ seat, cards }] : []));
  return shown.length > 0 ? { shown } : { bare: 1 };
}
