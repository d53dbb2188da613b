/** Descriptions of the things on the board that are never chosen: name, state and purpose. */
import type { SpotDescription } from '../../../lib/board/spots';
import type { FormatText } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import { standings } from '../board/standing';
import { number } from '../text-values';
import type { View } from '../types.gen';
import type { ChoiceSpot, Spot } from './targets';

/** A name, and the details for a reader who asks for them. */
interface Described extends Pick<SpotDescription, 'name'> {
  details: () => Part[][];
}

export type PieceSpot = Exclude<Spot, ChoiceSpot>;

/** Describes a thing that is never chosen. `me` is the reader's seat. */
export function describePiece(say: FormatText, view: View, spot: PieceSpot, me: number | undefined): Described {
  switch (spot.is) {
    case 'rune': {
      const holder = view.runes[spot.region] ?? -1;
      return {
        name: say('spot.rune', { regionNo: number(spot.region) }),
        details: () => [
          holder < 0 ? say('spot.rune.free') : say('spot.rune.held', { seat: holder }),
          say('spot.rune.why'),
        ],
      };
    }
    case 'druid':
      return { name: say('spot.druid'), details: () => druidDetails(say, view) };
    case 'path':
      return { name: say('spot.path'), details: () => [say('spot.path.why')] };
    case 'die':
      return { name: say('spot.die', { die: view.turn.die }), details: () => [say('spot.die.why')] };
    case 'river':
      return { name: say('ring.river'), details: () => [say('spot.river.why')] };
    case 'track':
      return { name: say('spot.track'), details: () => [say('spot.track.why'), say('aid.end.3')] };
    default:
      return describePlayer(say, view, spot, me);
  }
}

function druidDetails(say: FormatText, view: View): Part[][] {
  const { at, no } = view.druid;
  const place = at === 'field' ? say('summary.druid', { fieldNo: number(no) }) : say(`ring.druid.${at}`, { no });
  const { next } = view;
  const details = [place, say('spot.druid.why')];
  const hut = next === undefined ? -1 : (view.fields[next]?.hut ?? -1);
  if (next !== undefined && hut >= 0) details.push(say('spot.druid.next', { fieldNo: number(next), seat: hut }));
  return details;
}

function describePlayer(
  say: FormatText,
  view: View,
  { is, seat }: Extract<PieceSpot, { seat: number }>,
  me: number | undefined,
): Described {
  const player = view.players.find((one) => one.seat === seat);
  if (!player) return { name: [], details: () => [] };
  // The standing counts the whole board, so the name does without it.
  return {
    name: say('spot.score', { seat, points: player.points }),
    details() {
      const of = standings(view, me).find((one) => one.seat === seat);
      if (!of) return [];
      const values = { ...of, hand: of.hand ?? null };
      const ends = say('spot.score.end', values);
      if (is === 'score') return [ends, say('spot.track.why')];
      return [
        say('spot.screen.left', values),
        say('spot.screen.end'),
        ...(of.runes > 0 ? [say('spot.screen.runes', values)] : []),
        ends,
        of.hand ? say('spot.screen.hand', values) : say('spot.screen.hidden'),
      ];
    },
  };
}

/** The progress of the players towards the last lap; `brief` beside the rules of the end. */
export function progress(say: FormatText, view: View, brief = false): ReturnType<FormatText> {
  if (view.turn.phase === 'over') return [];
  if (view.finish) {
    if (view.finish.lap) return say('finish.lap');
    return view.finish.turns > 0 ? say('finish.turns', { n: view.finish.turns }) : say('finish.now');
  }
  // Before the first build everybody is as close.
  if (!view.nearest) return brief ? [] : say('progress.none');
  return say(brief ? 'progress.brief' : 'progress', { seats: view.nearest.seats, n: view.nearest.left });
}

/** The price of a building on a free field, for anybody. */
export function prices(say: FormatText, view: View, field: number): ReturnType<FormatText> {
  const { price, chip, materials = [] } = view.fields[field] ?? {};
  if (price === undefined) return [];
  const hut = Object.fromEntries(materials.map((material) => [material, price]));
  return say(chip === 'none' ? 'spot.prices' : 'spot.price', { hut });
}

/** The tokens of a stock that the others hold together, as far as the reader can count them. */
export function others(say: FormatText, view: View, spot: Extract<Spot, { is: 'stock' }>): ReturnType<FormatText> {
  const n = view.others?.[spot.material];
  const key = view.players.length > 2 ? 'spot.stock.others' : 'spot.stock.other';
  return n === undefined ? [] : say(key, { n, material: spot.material });
}
