import { handleEvent } from '../../../lib/animation/event-handlers';
import type { ScoreChange } from '../../../lib/animation/score-history';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { asView, type EventHandlers } from './events';

/** The amulets that an event brought into a tower: what the course of the game is told by. */
export function scoreChanges(event: GameEvent): ScoreChange[] {
  return handleEvent(counted, event, [] as ScoreChange[]);
}

const counted: Partial<EventHandlers<[], ScoreChange[]>> = {
  amulet_delivered: ({ seat, amulet }) => [{ seat, points: 1, source: amulet }],
};

/** What the gains have come to: the amulets in everyone's tower. */
export function totals(view: JsonObject): number[] {
  return 'players' in view ? asView(view).players.map(({ amulets }) => amulets.length) : [];
}

/** Under whom an event is told again to one who was away. */
export function recapSeat(event: GameEvent): number | undefined {
  return handleEvent(retold, event, undefined as number | undefined);
}

const bySeat = ({ seat }: { seat: number }): number => seat;

const retold: Partial<EventHandlers<[], number | undefined>> = {
  tower_placed: bySeat,
  tribe_founded: bySeat,
  tile_shifted: bySeat,
  neutral_moved: bySeat,
  amulet_bought: bySeat,
  amulet_delivered: bySeat,
  goods_produced: ({ seat, goods }) => (goods > 0 ? seat : undefined),
  spell_laid: bySeat,
  last_round_announced: ({ seats }) => seats[0],
};

/** What an event is to the end [P31, P32]: it begins with the announced round, or with the turn that ends the game unannounced. */
export function endingRole({ name }: GameEvent): 'begins' | 'turn' | 'falls' | 'step' | undefined {
  if (name === 'last_round_announced') return 'begins';
  if (name === 'last_round_fell') return 'falls';
  if (name === 'turn_began') return 'turn';
  return endingEvents.includes(name) ? 'step' : undefined;
}

const endingEvents = ['amulet_delivered', 'amulet_bought', 'goods_produced', 'game_ended'];
