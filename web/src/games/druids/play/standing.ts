import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { standings } from '../board/standing';
import { readView } from '../board/view';
import { votesText } from './describe-pieces';

/** The public standing of a seat in sentences; see TitleClient. */
export function standing(texts: TitleTexts, seat: number, members: JsonObject): Part[][] {
  const view = readView(members);
  const of = view ? standings(view).find((each) => each.seat === seat) : undefined;
  if (!view || !of) return [];
  const say = texts.about(view);
  const { cards, moving, gathered, votes, points } = of;
  return [
    say('spot.shield', { seat, n: cards }),
    say('summary.figures', { moving, gathered }),
    ...(gathered > 0 ? [votesText(say, votes)] : []),
    say('shield.points', { ...points }),
  ];
}
