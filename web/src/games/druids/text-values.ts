import { isObject, type Json, type JsonObject } from '../../lib/wire/narrow';

/** The rings from the inner one: each has twelve stones, numbered on from ring to ring. */
const rings = ['inner', 'middle', 'outer'] as const;
const angles = 12;

/** How a stone is told to people: its number within its ring, counted from 1, the ring, and what it bears. */
export function stoneValues(stone: number, view: JsonObject): { no: number; ring: string; symbol: string } {
  const symbol = Array.isArray(view.stones) ? view.stones[stone] : undefined;
  return { no: (stone % angles) + 1, ring: rings[Math.floor(stone / angles)] ?? '', symbol: String(symbol ?? '') };
}

/** The word for a die's face; the words for it begin with `face-`. */
export function faceName(face: unknown): string {
  if (!isObject(face)) return '';
  return face.shape === 'pips' ? `face-pips-${String(face.pips)}` : `face-${String(face.shape)}`;
}

/** More values for messages: stones and dice as they are told, and marks for messages that have a form of their own. */
export function textValues(data: JsonObject, view: JsonObject): JsonObject {
  const turn = isObject(view.turn) ? view.turn : {};
  const dice = Array.isArray(turn.dice) ? turn.dice : [];
  const more: JsonObject = { ...turnValues(data, view, turn) };
  if (typeof data.stone === 'number' && data.stone >= 0) {
    const { no, ring, symbol } = stoneValues(data.stone, view);
    Object.assign(more, { stoneNo: no, ring, symbol });
  }
  if (typeof data.to === 'number' && 'figure' in data) {
    const { no, ring, symbol } = stoneValues(data.to, view);
    Object.assign(more, { toNo: no, toRing: ring, toSymbol: symbol });
  }
  if (typeof data.die === 'number' && dice[data.die] !== undefined) more.face = faceName(dice[data.die]);
  if (Array.isArray(data.dice)) Object.assign(more, diceValues(data.dice, dice));
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

/** What the turn has to say to a question, which is told by its seat alone, and to an effect of a stone. */
function turnValues(data: JsonObject, view: JsonObject, turn: JsonObject): JsonObject {
  const more: JsonObject = {};
  if (data.do === 'draw' && turn.landed === 'dwarf-king') more.kingDraws = 1;
  if (data.do === 'take') more.met = met(view, turn);
  if (Object.keys(data).join() !== 'seat') return more;
  const player = Array.isArray(view.players) ? view.players[Number(data.seat)] : undefined;
  if (turn.played === true) more.played = 1;
  else if (isObject(player) && player.moving === 0) more.idle = 1;
  if (!figuresOf(view).some(({ at, seat, cult }) => at === 'center' && seat === data.seat && cult === 'none'))
    more.mute = 1;
  return { ...more, figure: turn.figure ?? 'none', giving: turn.giving ?? 0, to: turn.to ?? -1 };
}

function figuresOf(view: JsonObject): JsonObject[] {
  return Array.isArray(view.figures) ? view.figures.filter(isObject) : [];
}

/** Whom the figure that landed has met on its stone. */
function met(view: JsonObject, turn: JsonObject): Json {
  const figures = figuresOf(view);
  const landed = figures.find(({ figure }) => figure === turn.landed);
  const other = figures.find(
    ({ at, stone, figure }) => at === 'stone' && stone === landed?.stone && figure !== turn.landed,
  );
  return other?.figure ?? 'none';
}

/** The faces that were rolled, or those of the dice that are lost. */
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
