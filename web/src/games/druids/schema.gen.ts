// Made by `make generate` from the Go types; do not edit.
import type { Merged, Schema } from '../../lib/wire/schema';
import type * as types from './types.gen';

const FigureView: Schema<types.FigureView> = {
  figure: 'string',
  at: 'string',
  stone: 'number',
  seat: 'number',
  cult: 'string',
};

const VotesView: Schema<types.VotesView> = {
  sun: 'number',
  moon: 'number',
  open: 'number',
  all: ['optional', 'number'],
};

const PlayerView: Schema<types.PlayerView> = {
  seat: 'number',
  cards: 'number',
  moving: 'number',
  gathered: 'number',
  shown: ['optional', ['list', 'string']],
  sun: ['optional', 'number'],
  moon: ['optional', 'number'],
  votes: ['optional', VotesView],
};

const DieView: Schema<types.DieView> = {
  shape: 'string',
  pips: 'number',
  ringed: 'boolean',
  used: 'boolean',
};

const TurnView: Schema<types.TurnView> = {
  seat: 'number',
  number: 'number',
  round: 'number',
  phase: 'string',
  step: 'string',
  played: 'boolean',
  dice: ['optional', ['list', DieView]],
  uses: 'number',
  figure: 'string',
  landed: 'string',
  why: ['optional', 'string'],
  die: 'number',
  giving: 'number',
  to: 'number',
};

const BallotView: Schema<types.BallotView> = {
  seat: 'number',
  cast: 'boolean',
  done: 'boolean',
  druid: 'string',
  king: 'string',
  doubled: ['list', 'string'],
  sun: 'number',
  moon: 'number',
};

const VoteView: Schema<types.VoteView> = {
  reason: 'string',
  first: 'number',
  round: 'number',
  ballots: ['list', BallotView],
  sun: 'number',
  moon: 'number',
  cult: ['optional', 'string'],
};

const ScoreView: Schema<types.ScoreView> = {
  seat: 'number',
  druid: 'number',
  there: 'number',
  outside: 'number',
  plants: 'number',
  potions: 'number',
  pairs: 'number',
  morrigan: 'number',
  belladonna: 'number',
  total: 'number',
  gathered: 'number',
};

const UnseenView: Schema<types.UnseenView> = {
  card: 'string',
  n: 'number',
};

export const view: Schema<types.View> = {
  stones: ['list', 'string'],
  spokes: ['list', ['list', 'number']],
  figures: ['list', FigureView],
  players: ['list', PlayerView],
  deck: 'number',
  discard: ['list', 'string'],
  card: ['optional', 'string'],
  gathered: 'number',
  missing: ['optional', 'number'],
  votes: ['optional', VotesView],
  start: 'number',
  turn: TurnView,
  waiting: ['list', 'number'],
  ending: ['optional', 'string'],
  vote: ['optional', VoteView],
  hand: ['optional', ['list', 'string']],
  worth: ['optional', ['list', ScoreView]],
  unseen: ['optional', ['list', UnseenView]],
  held: ['optional', 'number'],
  hands: ['optional', ['list', ['list', 'string']]],
  scoring: ['optional', ['list', ScoreView]],
  wasted: ['optional', ['list', 'string']],
};

const CardDiscarded: Schema<types.CardDiscarded> = {
  seat: 'number',
  card: 'string',
};

const CardPlayed: Schema<types.CardPlayed> = {
  seat: 'number',
  card: 'string',
  figure: 'string',
  victim: 'number',
};

const CardVoted: Schema<types.CardVoted> = {
  seat: 'number',
  do: 'string',
  cards: ['list', 'string'],
  potion: 'string',
  figure: 'string',
  cult: 'string',
};

const ControlTaken: Schema<types.ControlTaken> = {
  seat: 'number',
  figure: 'string',
  from: 'number',
};

const DiceLost: Schema<types.DiceLost> = {
  seat: 'number',
  dice: ['list', 'number'],
};

const Face: Schema<types.Face> = {
  shape: 'string',
  pips: 'number',
  ringed: 'boolean',
};

const DiceRolled: Schema<types.DiceRolled> = {
  seat: 'number',
  dice: ['list', Face],
  moving: 'number',
  uses: 'number',
};

const DruidPlaced: Schema<types.DruidPlaced> = {
  seat: 'number',
  stone: 'number',
};

const EffectLeft: Schema<types.EffectLeft> = {
  seat: 'number',
};

const ExchangeBegan: Schema<types.ExchangeBegan> = {
  seat: 'number',
  with: 'number',
  cards: 'number',
};

const FigureChosen: Schema<types.FigureChosen> = {
  seat: 'number',
  figure: 'string',
  why: 'string',
  die: 'number',
};

const FigureEntered: Schema<types.FigureEntered> = {
  seat: 'number',
  figure: 'string',
  gathered: 'number',
};

const FigureMoved: Schema<types.FigureMoved> = {
  seat: 'number',
  figure: 'string',
  from: 'number',
  to: 'number',
  path: ['list', 'number'],
  die: 'number',
};

const FigureShifted: Schema<types.FigureShifted> = {
  seat: 'number',
  figure: 'string',
  from: 'number',
  to: 'number',
  why: 'string',
};

const FiguresVoted: Schema<types.FiguresVoted> = {
  seat: 'number',
  druid: 'string',
  king: 'string',
  sun: 'number',
  moon: 'number',
};

const GameEnded: Schema<types.GameEnded> = {
  winners: ['list', 'number'],
  scores: ['list', 'number'],
};

const HandsShown: Schema<types.HandsShown> = {
  hands: ['list', ['list', 'string']],
};

const MagicDrawn: Schema<types.MagicDrawn> = {
  seat: 'number',
};

const MagicLeft: Schema<types.MagicLeft> = {
  seat: 'number',
};

const NoneDrawn: Schema<types.NoneDrawn> = {
  seat: 'number',
};

const Reshuffled: Schema<types.Reshuffled> = {
  cards: 'number',
};

const SetUp: Schema<types.SetUp> = {
  start: 'number',
};

const SpiritBanished: Schema<types.SpiritBanished> = {
  seat: 'number',
  figure: 'string',
  from: 'number',
  stone: 'number',
};

const SpiritCalled: Schema<types.SpiritCalled> = {
  seat: 'number',
  figure: 'string',
  stone: 'number',
  why: 'string',
};

const TurnBegan: Schema<types.TurnBegan> = {
  seat: 'number',
  turn: 'number',
  round: 'number',
};

const Valued: Schema<types.Valued> = {
  scores: ['list', ScoreView],
};

const VoteBegan: Schema<types.VoteBegan> = {
  first: 'number',
  reason: 'string',
};

const VoteDecided: Schema<types.VoteDecided> = {
  cult: 'string',
  sun: 'number',
  moon: 'number',
};

const VoteTied: Schema<types.VoteTied> = {
  sun: 'number',
  moon: 'number',
};

const VotingDone: Schema<types.VotingDone> = {
  seat: 'number',
};

export const events: { readonly [Name in keyof types.Events]: Schema<Merged<types.Events[Name]>> } = {
  card_discarded: CardDiscarded,
  card_drawn: {
    seat: 'number',
    card: ['optional', 'string'],
  },
  card_given: {
    seat: 'number',
    from: 'number',
    why: ['optional', 'string'],
    card: ['optional', 'string'],
  },
  card_played: CardPlayed,
  card_taken: {
    seat: 'number',
    from: 'number',
    why: 'string',
    card: ['optional', 'string'],
  },
  card_voted: CardVoted,
  control_taken: ControlTaken,
  dice_lost: DiceLost,
  dice_rolled: DiceRolled,
  druid_placed: DruidPlaced,
  effect_left: EffectLeft,
  exchange_began: ExchangeBegan,
  figure_chosen: FigureChosen,
  figure_entered: FigureEntered,
  figure_moved: FigureMoved,
  figure_shifted: FigureShifted,
  figures_voted: FiguresVoted,
  game_ended: GameEnded,
  hands_shown: HandsShown,
  magic_drawn: MagicDrawn,
  magic_left: MagicLeft,
  none_drawn: NoneDrawn,
  reshuffled: Reshuffled,
  set_up: SetUp,
  spirit_banished: SpiritBanished,
  spirit_called: SpiritCalled,
  turn_began: TurnBegan,
  valued: Valued,
  vote_began: VoteBegan,
  vote_decided: VoteDecided,
  vote_tied: VoteTied,
  voting_done: VotingDone,
};

const Give: Schema<types.Give> = {
  card: 'string',
};

const Go: Schema<types.Go> = {
  stone: 'number',
  path: 'unknown',
};

const Place: Schema<types.Place> = {
  stone: 'number',
};

const Put: Schema<types.Put> = {
  stone: 'number',
};

const Rob: Schema<types.Rob> = {
  cards: 'number',
};

const Use: Schema<types.Use> = {
  die: 'number',
  figure: 'string',
};

const Vote: Schema<types.Vote> = {
  druid: 'string',
  king: 'string',
};

export const moves: { readonly [Name in keyof types.Moves]: Schema<Merged<types.Moves[Name]>> } = {
  give: Give,
  go: Go,
  landing: {
    do: 'string',
    figure: ['optional', 'string'],
    cards: ['optional', 'number'],
  },
  magic: {
    do: 'string',
    figure: ['optional', 'string'],
  },
  place: Place,
  put: Put,
  rob: Rob,
  turn: {
    do: 'string',
    card: ['optional', 'string'],
    figure: ['optional', 'string'],
    seat: ['optional', 'number'],
  },
  use: Use,
  vote: Vote,
  vote_card: {
    do: 'string',
    potion: ['optional', 'string'],
    cult: ['optional', 'string'],
    card: ['optional', 'string'],
    figure: ['optional', 'string'],
  },
};
