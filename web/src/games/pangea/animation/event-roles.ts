import { byName } from '../../../lib/animation/event-handlers';
import type { ScoreChange } from '../../../lib/animation/score-history';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { readView } from '../board/view';
import { guard, type Events } from '../guard';

/** The amulets that an event delivers; the score history of this title counts them. */
export const scoreChanges = byName<Events, [], ScoreChange[]>(guard, [], {
  amulet_delivered: ({ seat, amulet }) => [{ seat, points: 1, source: amulet }],
});

export function totals(view: JsonObject): number[] {
  return readView(view)?.players.map(({ amulets }) => amulets.length) ?? [];
}

const bySeat = ({ seat }: { seat: number }): number => seat;

export const recapSeat = byName<Events, [], number | undefined>(guard, undefined, {
  tower_placed: bySeat,
  tribe_founded: bySeat,
  tile_shifted: bySeat,
  neutral_moved: bySeat,
  amulet_bought: bySeat,
  amulet_delivered: bySeat,
  goods_produced: ({ seat, goods }) => (goods > 0 ? seat : undefined),
  spell_laid: bySeat,
  last_round_announced: ({ seats }) => seats[0],
});

/** The role of an event in the end [P31, P32]: the announced last round, or else the turn that ends the game. */
export function endingRole({ name }: GameEvent): 'begins' | 'turn' | 'falls' | 'step' | undefined {
  if (name === 'last_round_announced') return 'begins';
  if (name === 'last_round_fell') return 'falls';
  if (name === 'turn_began') return 'turn';
  return endingEvents.includes(name) ? 'step' : undefined;
}

const endingEvents = ['amulet_delivered', 'amulet_bought', 'goods_produced', 'game_ended'];
