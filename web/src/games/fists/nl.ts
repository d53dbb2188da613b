/** The texts of Fists in Dutch. en.ts has the same keys and placeholders. */
export const nl = {
  'decision.bid': 'Hoeveel steentjes bied je?',
  'decision.bid.other': '{seat:player} kiest een bod.',

  'move.bid': 'Bied {pebbles}',

  'event.round_began': 'Ronde {round}: de prijs is {prize} {prize?punt|punten}.',
  'event.bid_chosen': '{seat:player} biedt {pebbles}.',
  'event.bid_chosen.less': '{seat:player} heeft een bod gekozen.',
  'event.bids_shown': '{winner:player} wint {prize} {prize?punt|punten}. Er is {bids:words} geboden.',
  'event.bids_shown.winner=-1': 'Niemand wint de prijs. Er is {bids:words} geboden.',
  'event.game_ended': 'Gewonnen door {winners:player}.',

  'view.round': 'Ronde',
  'view.prize': 'Prijs',
  'view.players': 'Spelers',
  'view.seat': 'Speler',
  'view.points': 'Punten',
  'view.pebbles': 'Steentjes',
  'view.chosen': 'Heeft gekozen',
  'view.bid': 'Mijn bod',
};
