/** The texts of Fists in English. nl.ts has the same keys and placeholders. */
export const en = {
  'decision.bid': 'How many pebbles do you bid?',
  'decision.bid.other': '{seat:player} chooses a bid.',

  'move.bid': 'Bid {pebbles}',

  'event.round_began': 'Round {round}: the prize is {prize} {prize?point|points}.',
  'event.bid_chosen': '{seat:player} bids {pebbles}.',
  'event.bid_chosen.less': '{seat:player} has chosen a bid.',
  'event.bids_shown': '{winner:player} wins {prize} {prize?point|points}. The bids were {bids:words}.',
  'event.bids_shown.winner=-1': 'Nobody wins the prize. The bids were {bids:words}.',
  'event.game_ended': 'Won by {winners:player}.',

  'view.round': 'Round',
  'view.prize': 'Prize',
  'view.players': 'Players',
  'view.seat': 'Player',
  'view.points': 'Points',
  'view.pebbles': 'Pebbles',
  'view.chosen': 'Has chosen',
  'view.bid': 'My bid',
};
