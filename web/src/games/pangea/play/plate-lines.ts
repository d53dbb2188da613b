/** The description of a player's plate: each symbol with its name, number and purpose. */
import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { gems } from '../board/view';
import type { View } from '../types.gen';
import { rankText } from './descriptions';

/** The symbols of a plate; `plate` is its heading. */
export type PlateSymbol = 'plate' | 'goods' | 'tribe' | 'magic' | 'price' | 'amulet' | 'way' | 'tower' | 'rank';

export interface PlateLine {
  symbol: PlateSymbol;
  parts: Part[];
}

export function plateName(texts: TitleTexts, view: View, seat: number): Part[] {
  const key = seat === view.start ? 'plate.name.start' : 'plate.name';
  return texts.about(view)(key, { seat, people: view.players[seat]?.people ?? '' });
}

/** All facts that the table knows about a player. */
export function plateLines(texts: TitleTexts, view: View, seat: number): PlateLine[] {
  const say = texts.about(view);
  const player = view.players[seat];
  const own = view.peoples.find(({ people }) => people === player?.people);
  if (!player || !own) return [];
  const line = (symbol: PlateSymbol, key: string, values: JsonObject = {}): PlateLine => ({
    symbol,
    parts: say(key, values),
  });
  const { goods, production, magic, price, amulets, rank, tribes: n = 0, home = 0 } = player;
  const way = gems.filter((kind) => own.tribes.some(({ carries }) => carries === kind));
  return [
    { symbol: 'plate', parts: plateName(texts, view, seat) },
    line('goods', 'plate.goods', { goods }),
    line('tribe', 'plate.production', { production }),
    line('tribe', 'plate.tribes', { n, home, left: own.left }),
    line('magic', 'plate.magic', { magic }),
    line('price', 'plate.price', { price }),
    ...(own.tower >= 0 ? [line('tower', 'plate.tower', { tile: own.tower })] : []),
    amulets.length > 0 ? line('amulet', 'plate.amulets', { amulets }) : line('amulet', 'plate.bare'),
    ...(way.length > 0 ? [line('way', 'plate.way', { amulets: way })] : []),
    ...(rank > 0 ? [line('rank', 'rank.held', { rank })] : []),
    ...(view.ranks ?? []).map((one): PlateLine => ({ symbol: 'rank', parts: rankText(texts, view, seat, one.rank) })),
    line('rank', 'rank.wins'),
  ];
}
