import { handleEvent } from '../../../lib/animation/event-handlers';
import type { GameEvent } from '../../../lib/wire/game';
import type { FigureView, View } from '../types.gen';
import { cast, show, again, closed, opened } from './ballots';
import type { EventHandlers } from './events';
import { guard } from '../guard';

/**
 * Applies one event to the view, so that the board can be shown between two entries. It does not check rules.
 * After the last event of an entry, the server's view replaces the result.
 */
export function applyEvent(view: View, event: GameEvent): View {
  return handleEvent(guard, handlers, event, view, view);
}

const handlers: Partial<EventHandlers<[View], View>> = {
  turn_began: ({ seat, turn, round }, view) => {
    const now = { ...view.turn, seat, number: turn, round, played: false };
    delete now.dice;
    return { ...view, turn: now };
  },
  druid_placed: ({ seat, stone }, view) => figure(view, `druid-${seat}`, { at: 'stone', stone }),
  card_drawn: ({ seat }, view) => hand({ ...view, deck: view.deck - 1 }, seat, 1),
  reshuffled: ({ cards }, view) => ({ ...view, deck: cards, discard: [] }),
  card_played: ({ seat, card }, view) => hand({ ...view, card }, seat, -1),
  card_discarded: ({ card }, view) => {
    const now = { ...view, discard: [...view.discard, card] };
    delete now.card;
    return now;
  },
  dice_rolled: ({ dice, uses }, view) => ({
    ...view,
    turn: { ...view.turn, uses, dice: dice.map((face) => ({ ...face, used: false })) },
  }),
  figure_moved: ({ figure: moved, to, die }, view) => figure(spend(view, [die]), moved, { at: 'stone', stone: to }),
  dice_lost: ({ dice }, view) => spend(view, dice),
  figure_entered: ({ figure: moved }, view) => figure(view, moved, { at: 'center', stone: -1 }),
  figure_shifted: ({ figure: moved, to }, view) => figure(view, moved, { at: 'stone', stone: to }),
  spirit_called: ({ seat, figure: called, stone }, view) => figure(view, called, { at: 'stone', stone, seat }),
  spirit_banished: ({ figure: gone }, view) => figure(view, gone, { at: 'spirits', stone: -1, seat: -1 }),
  control_taken: ({ seat, figure: taken }, view) => figure(view, taken, { seat }),
  card_taken: ({ seat, from }, view) => hand(hand(view, from, -1), seat, 1),
  card_given: ({ seat, from }, view) => hand(hand(view, from, -1), seat, 1),
  vote_began: opened,
  figures_voted: cast,
  card_voted: show,
  voting_done: closed,
  vote_tied: again,
  vote_decided: ({ cult }, view) => (view.vote ? { ...view, vote: { ...view.vote, cult } } : view),
};

/** Changes the place or the owner of a figure, and the counts that depend on it. */
function figure(view: View, name: string, change: Partial<FigureView>): View {
  const figures = view.figures.map((one) => (one.figure === name ? { ...one, ...change } : one));
  const count = (at: string, seat?: number): number =>
    figures.filter((one) => one.at === at && (seat === undefined || one.seat === seat)).length;
  return {
    ...view,
    figures,
    gathered: count('center'),
    players: view.players.map((player) => ({
      ...player,
      moving: count('stone', player.seat),
      gathered: count('center', player.seat),
    })),
  };
}

/** Adds `by` cards to a hand; `by` may be negative. */
function hand(view: View, seat: number, by: number): View {
  return {
    ...view,
    players: view.players.map((player) => (player.seat === seat ? { ...player, cards: player.cards + by } : player)),
  };
}

function spend(view: View, spent: readonly number[]): View {
  const dice = (view.turn.dice ?? []).map((die, i) => ({ ...die, used: die.used || spent.includes(i) }));
  return dice.length > 0 ? { ...view, turn: { ...view.turn, dice } } : view;
}
