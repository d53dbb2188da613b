/** What a spot of the board is called, what is there, and what choosing it would do: for eyes and ears alike. */
import type { Speech } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Move } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { figureOf, figuresOn, isDruid } from '../board/view';
import { facts } from '../text-values';
import type { FigureView, View } from '../types.gen';
import type { Desk } from './draft.svelte';
import { partsOf, type Spot } from './selections';

/** A spot in words. */
export interface Told {
  name: Part[];
  /** What is there. */
  facts: Part[][];
  /** What choosing it does. */
  effects: Part[][];
  /** Whether it can be chosen. */
  can: boolean;
}

/** Says a message of the title, with the values that the facts add. */
type Saying = (key: string, values?: JsonObject) => Part[];

/** Tells all there is to tell about a spot. */
export function tellSpot(speech: Speech, desk: Desk, spot: Spot): Told {
  const { view, decision } = desk.around;
  const moves = desk.movesAt(spot);
  const told: Told = { name: [], facts: [], effects: [], can: moves.length > 0 };
  if (!view) return told;
  const members = view as unknown as JsonObject;
  const say: Saying = (key, values = {}) => speech.message(key, { ...facts(values, members), ...values }) ?? [];
  const { is, name } = partsOf(spot);
  if (is === 'stone') {
    told.name = say('spot.stone', { stone: Number(name) });
    told.facts = figuresOn(view, Number(name)).map((figure) => sayFigure(say, figure));
  } else if (is === 'figure') {
    const figure = figureOf(view, name);
    if (figure) told.name = sayFigure(say, figure);
    if (figure?.at === 'stone') told.facts.push(say('spot.on', { stone: figure.stone }));
  } else if (is === 'die') told.name = say('spot.die', { die: Number(name) });
  else if (is === 'shield')
    told.name = say('spot.shield', { seat: Number(name), n: view.players[Number(name)]?.cards ?? 0 });
  else told.name = say(`spot.${is}`, { n: is === 'deck' ? view.deck : view.discard.length });
  if (decision && moves.length > 1 && is === 'figure')
    told.effects = [say(`hint.${decision.kind}`)].filter((parts) => parts.length > 0);
  else if (decision)
    told.effects = moves.slice(0, 1).flatMap((move) => effects(speech, say, decision.kind, is, move, view));
  return told;
}

/** A figure by its name and whose it is. */
export function sayFigure(say: Saying, { figure, seat }: FigureView): Part[] {
  if (isDruid(figure)) return say('figure.druid', { seat });
  return seat >= 0 ? say('figure.controlled', { figure, seat }) : say('figure.free', { figure });
}

function effects(speech: Speech, say: Saying, kind: string, is: string, move: Move, view: View): Part[][] {
  if (is === 'stone')
    return [say(`hint.${kind}`), ...arrival(say, kind, move, view)].filter((parts) => parts.length > 0);
  if (is === 'die') return [say('hint.die')];
  if (is === 'dice') return [say(move.do === 'roll' ? 'hint.roll' : 'hint.move')];
  return [speech.about(`move.${kind}`, move, view as unknown as JsonObject)];
}

/** What the stone does to who lands there by a die. */
function arrival(say: Saying, kind: string, move: Move, view: View): Part[][] {
  if (kind !== 'go') return [];
  const stone = Number(move.stone);
  const king = view.turn.figure === 'dwarf-king' ? '.king' : '';
  const symbol = view.stones[stone] ?? '';
  const told = [say(symbol === 'plant' ? `arrive.plant${king}` : `arrive.${symbol}`)];
  for (const { figure, seat } of figuresOn(view, stone)) {
    if (!isDruid(view.turn.figure) || seat === view.turn.seat) continue;
    told.push(isDruid(figure) ? say('arrive.druid', { seat }) : say('arrive.control', { figure }));
  }
  return told;
}
