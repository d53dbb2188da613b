/** Descriptions of the spots for sighted readers and screen readers: name, content, and effect of choosing them. */
import type { SpotDescription } from '../../../lib/board/spots';
import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { Move } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { figureOf, figuresOn, isDruid } from '../board/view';
import { textValues } from '../text-values';
import type { FigureView, View } from '../types.gen';
import type { Draft } from './draft.svelte';
import { partsOf, type Spot } from './selections';

/** Formats a text of the title, with the additional values of textValues. */
type FormatText = (key: string, values?: JsonObject) => Part[];

/** Describes a spot. */
export function describeSpot(texts: TitleTexts, draft: Draft, spot: Spot): SpotDescription {
  const { view, decision } = draft.table;
  const moves = draft.movesAt(spot);
  const description: SpotDescription = { name: [], details: [], effects: [], can: moves.length > 0 };
  if (!view) return description;
  const members = view;
  const say: FormatText = (key, values = {}) => texts.format(key, { ...textValues(values, members), ...values }) ?? [];
  const { is, name } = partsOf(spot);
  if (is === 'stone') {
    description.name = say('spot.stone', { stone: Number(name) });
    description.details = figuresOn(view, Number(name)).map((figure) => figureText(say, figure));
  } else if (is === 'figure') {
    const figure = figureOf(view, name);
    if (figure) description.name = figureText(say, figure);
    if (figure?.at === 'stone') description.details.push(say('spot.on', { stone: figure.stone }));
  } else if (is === 'die') description.name = say('spot.die', { die: Number(name) });
  else if (is === 'shield')
    description.name = say('spot.shield', { seat: Number(name), n: view.players[Number(name)]?.cards ?? 0 });
  else description.name = say(`spot.${is}`, { n: is === 'deck' ? view.deck : view.discard.length });
  if (decision && moves.length > 1 && is === 'figure')
    description.effects = [say(`hint.${decision.kind}`)].filter((parts) => parts.length > 0);
  else if (decision)
    description.effects = moves.slice(0, 1).flatMap((move) => effects(texts, say, decision.kind, is, move, view));
  return description;
}

/** The name of a figure with its owner. */
export function figureText(say: FormatText, { figure, seat }: FigureView): Part[] {
  if (isDruid(figure)) return say('figure.druid', { seat });
  return seat >= 0 ? say('figure.controlled', { figure, seat }) : say('figure.free', { figure });
}

function effects(texts: TitleTexts, say: FormatText, kind: string, is: string, move: Move, view: View): Part[][] {
  if (is === 'stone')
    return [say(`hint.${kind}`), ...arrival(say, kind, move, view)].filter((parts) => parts.length > 0);
  if (is === 'die') return [say('hint.die')];
  if (is === 'dice') return [say(move.do === 'roll' ? 'hint.roll' : 'hint.move')];
  return [texts.describe(`move.${kind}`, move, view)];
}

/** The effect of the stone on a figure that arrives by a die. */
function arrival(say: FormatText, kind: string, move: Move, view: View): Part[][] {
  if (kind !== 'go') return [];
  const stone = Number(move.stone);
  const king = view.turn.figure === 'dwarf-king' ? '.king' : '';
  const symbol = view.stones[stone] ?? '';
  const description = [say(symbol === 'plant' ? `arrive.plant${king}` : `arrive.${symbol}`)];
  for (const { figure, seat } of figuresOn(view, stone)) {
    if (!isDruid(view.turn.figure) || seat === view.turn.seat) continue;
    description.push(isDruid(figure) ? say('arrive.druid', { seat }) : say('arrive.control', { figure }));
  }
  return description;
}
