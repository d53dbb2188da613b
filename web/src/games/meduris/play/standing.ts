import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';

/** The public standing of a seat in sentences; see TitleClient. */
export function standing(texts: TitleTexts, seat: number, members: JsonObject): Part[][] {
  const view = readView(members);
  const player = view?.players.find((each) => each.seat === seat);
  if (!view || !player) return [];
  const { huts, temples, runes = 0 } = player;
  return [texts.say('summary.player', { seat, huts, temples, runes })];
}
