import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';

/** The public standing of a seat in sentences; see TitleClient. */
export function standing(texts: TitleTexts, seat: number, members: JsonObject): Part[][] {
  const player = readView(members)?.players.find((each) => each.seat === seat);
  if (!player) return [];
  const { cards, moving, gathered } = player;
  return [
    texts.format('spot.shield', { seat, n: cards }) ?? [],
    texts.format('summary.figures', { moving, gathered }) ?? [],
  ];
}
