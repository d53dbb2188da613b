import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';
import { goalTexts } from './descriptions';

/** The public standing of a seat in sentences; see TitleClient. */
export function standing(texts: TitleTexts, seat: number, members: JsonObject): Part[][] {
  const view = readView(members);
  const player = view?.players.find((each) => each.seat === seat);
  if (!view || !player) return [];
  const say = texts.about(view);
  const { people, goods, production, magic, price, amulets } = player;
  return [
    say('summary.player', { seat, people, goods, production, magic, price }),
    amulets.length > 0 ? say('summary.tower', { amulets }) : say('summary.bare'),
    ...goalTexts(texts, view, seat),
  ].filter((parts) => parts.length > 0);
}
