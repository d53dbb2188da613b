/** Sentences about the effects of a planned building, of a payment and of the druid's walk, in numbers. */
import type { Part } from '../../../lib/i18n/text';
import type { TitleTexts } from '../../../lib/board/title-texts';
import type { JsonObject } from '../../../lib/wire/narrow';
import { templeScore } from '../board/standing';
import { number } from '../text-values';
import type { View } from '../types.gen';
import { keptAfter, lacking, leftAfter, previewBuild, type Counts } from './preview';
import type { Walk } from './walk';

/** Formats a text of the title. */
export type FormatText = (key: string, values?: JsonObject) => Part[];

/** Returns a formatter for the texts of a title. */
export function textFormatter(texts: TitleTexts): FormatText {
  return (key, values) => texts.format(key, values) ?? [];
}

/** The cost of a building, the reader's hand after it, and its gains. */
export function buildEffects(
  say: FormatText,
  view: View,
  what: 'hut' | 'temple',
  field: number,
  builder: number | undefined,
): Part[][] {
  const { cost, free, huts } = previewBuild(view, what, field);
  const at = view.fields[field];
  const said = [free ? say('hint.hut.free') : say(`hint.${what}`, { cost })];
  if (!free) said.push(...payEffects(say, view, cost));
  if (what === 'temple') said.push(say('hint.temple.score', { n: templeScore(view, field) }));
  if (huts > 1) said.push(say('hint.settlement', { n: huts }));
  if (what === 'hut' && (at?.chip === 'points' || at?.chip === 'druid')) said.push(say(`hint.chip.${at.chip}`));
  const holder = view.runes[at?.region ?? -1];
  if (what === 'hut' && holder !== undefined && holder !== builder)
    said.push(holder < 0 ? say('hint.rune') : say('hint.rune.from', { seat: holder }));
  return said;
}

/** The reader's hand after paying, or the missing materials with their replacement. */
export function payEffects(say: FormatText, view: View, cost: Counts): Part[][] {
  if (!view.hand) return [];
  const left = leftAfter(view, cost);
  if (left) return [say('hint.left', { left })];
  return [say('hint.lack', { lacks: lacking(view, cost) }), say('hint.kept', { n: keptAfter(view, cost) })];
}

/** The druid's next walk: where he goes, whom he asks, and what the river gives. */
export function walkEffects(say: FormatText, walk: Walk): Part[][] {
  if (walk.stone !== undefined) return [say('walk.stone', { no: walk.stone })];
  if (walk.stops.length === 0) return [say('walk.waits')];
  const stops = walk.stops.map(({ field, seat }) => ({ seat, fieldNo: number(field) }));
  const said = [say('walk.asks', { stops, n: walk.points })];
  if (walk.river) said.push(walk.gains.length > 0 ? say('walk.river', { points: walk.gains }) : say('walk.river.none'));
  return said;
}
