// Made by `make generate` from the Go types; do not edit.

export interface View {
  stones: string[];
  spokes: number[][];
  figures: FigureView[];
  players: PlayerView[];
  deck: number;
  discard: string[];
  card?: string;
  gathered: number;
  start: number;
  turn: TurnView;
  waiting: number[];
  ending?: string;
  vote?: VoteView;
  hand?: string[];
  worth?: ScoreView[];
  hands?: string[][];
  scoring?: ScoreView[];
}

export interface Asked {
  kind: string;
  seat: number;
}

export interface CardDiscarded {
  seat: number;
  card: string;
}

export interface CardDrawn {
  seat: number;
  card: string;
}

export interface CardGiven {
  seat: number;
  from: number;
  card: string;
}

export interface CardPlayed {
  seat: number;
  card: string;
  figure: string;
  victim: number;
}

export interface CardTaken {
  seat: number;
  from: number;
  card: string;
  why: string;
}

export interface CardVoted {
  seat: number;
  do: string;
  cards: string[];
  potion: string;
  figure: string;
  cult: string;
}

export interface ControlTaken {
  seat: number;
  figure: string;
  from: number;
}

export interface DiceLost {
  seat: number;
  dice: number[];
}

export interface DiceRolled {
  seat: number;
  dice: Face[];
  moving: number;
  uses: number;
}

export interface DruidPlaced {
  seat: number;
  stone: number;
}

export interface EffectLeft {
  seat: number;
}

export interface ExchangeBegan {
  seat: number;
  with: number;
  cards: number;
}

export interface FigureChosen {
  seat: number;
  figure: string;
  why: string;
  die: number;
}

export interface FigureEntered {
  seat: number;
  figure: string;
  gathered: number;
}

export interface FigureMoved {
  seat: number;
  figure: string;
  from: number;
  to: number;
  path: number[];
  die: number;
}

export interface FigureShifted {
  seat: number;
  figure: string;
  from: number;
  to: number;
  why: string;
}

export interface FiguresVoted {
  seat: number;
  druid: string;
  king: string;
  sun: number;
  moon: number;
}

export interface GameEnded {
  winners: number[];
  scores: number[];
}

export interface HandsShown {
  hands: string[][];
}

export interface MagicDrawn {
  seat: number;
}

export interface MagicLeft {
  seat: number;
}

export interface NoneDrawn {
  seat: number;
}

export interface Reshuffled {
  cards: number;
}

export interface SetUp {
  start: number;
}

export interface SpiritBanished {
  seat: number;
  figure: string;
  from: number;
  stone: number;
}

export interface SpiritCalled {
  seat: number;
  figure: string;
  stone: number;
  why: string;
}

export interface TurnBegan {
  seat: number;
  turn: number;
  round: number;
}

export interface Valued {
  scores: ScoreView[];
}

export interface VoteBegan {
  first: number;
  reason: string;
}

export interface VoteDecided {
  cult: string;
  sun: number;
  moon: number;
}

export interface VoteTied {
  sun: number;
  moon: number;
}

export interface VotingDone {
  seat: number;
}

export interface SeatOnly {
  seat: number;
}

export interface CardMoved {
  seat: number;
  from: number;
  why: string;
}

export interface Give {
  card: string;
}

export interface Go {
  stone: number;
  path: unknown;
}

export interface Land {
  do: string;
}

export interface Summon {
  do: string;
  figure: string;
}

export interface Banish {
  do: string;
  figure: string;
}

export interface Exchange {
  do: string;
  cards: number;
}

export interface Magic {
  do: string;
}

export interface Shift {
  do: string;
  figure: string;
}

export interface Place {
  stone: number;
}

export interface Put {
  stone: number;
}

export interface Rob {
  cards: number;
}

export interface Roll {
  do: string;
}

export interface Play {
  do: string;
  card: string;
  figure: string;
  seat: number;
}

export interface Call {
  do: string;
  figure: string;
}

export interface Use {
  die: number;
  figure: string;
}

export interface Vote {
  druid: string;
  king: string;
}

export interface VoteDone {
  do: string;
}

export interface VotePotion {
  do: string;
  potion: string;
  cult: string;
}

export interface VoteImage {
  do: string;
  cult: string;
}

export interface VoteDouble {
  do: string;
  card: string;
  figure: string;
}

export interface FigureView {
  figure: string;
  at: string;
  stone: number;
  seat: number;
  cult: string;
}

export interface PlayerView {
  seat: number;
  cards: number;
  moving: number;
  gathered: number;
  shown?: string[];
}

export interface TurnView {
  seat: number;
  number: number;
  round: number;
  phase: string;
  step: string;
  played: boolean;
  dice?: DieView[];
  uses: number;
  figure: string;
  landed: string;
  why?: string;
  die: number;
  giving: number;
  to: number;
}

export interface VoteView {
  reason: string;
  first: number;
  round: number;
  ballots: BallotView[];
  sun: number;
  moon: number;
  cult?: string;
}

export interface ScoreView {
  seat: number;
  druid: number;
  there: number;
  outside: number;
  plants: number;
  potions: number;
  pairs: number;
  morrigan: number;
  belladonna: number;
  total: number;
  gathered: number;
}

export interface Face {
  shape: string;
  pips: number;
  ringed: boolean;
}

export interface DieView {
  shape: string;
  pips: number;
  ringed: boolean;
  used: boolean;
}

export interface BallotView {
  seat: number;
  cast: boolean;
  done: boolean;
  druid: string;
  king: string;
  doubled: string[];
  sun: number;
  moon: number;
}

export interface Events {
  card_discarded: CardDiscarded;
  card_drawn: SeatOnly | CardDrawn;
  card_given: CardMoved | CardGiven;
  card_played: CardPlayed;
  card_taken: CardMoved | CardTaken;
  card_voted: CardVoted;
  control_taken: ControlTaken;
  dice_lost: DiceLost;
  dice_rolled: DiceRolled;
  druid_placed: DruidPlaced;
  effect_left: EffectLeft;
  exchange_began: ExchangeBegan;
  figure_chosen: FigureChosen;
  figure_entered: FigureEntered;
  figure_moved: FigureMoved;
  figure_shifted: FigureShifted;
  figures_voted: FiguresVoted;
  game_ended: GameEnded;
  hands_shown: HandsShown;
  magic_drawn: MagicDrawn;
  magic_left: MagicLeft;
  none_drawn: NoneDrawn;
  reshuffled: Reshuffled;
  set_up: SetUp;
  spirit_banished: SpiritBanished;
  spirit_called: SpiritCalled;
  turn_began: TurnBegan;
  valued: Valued;
  vote_began: VoteBegan;
  vote_decided: VoteDecided;
  vote_tied: VoteTied;
  voting_done: VotingDone;
}

export interface Moves {
  give: Give;
  go: Go;
  landing: Land | Summon | Banish | Exchange;
  magic: Magic | Shift;
  place: Place;
  put: Put;
  rob: Rob;
  turn: Roll | Play | Call;
  use: Use;
  vote: Vote;
  vote_card: VoteDone | VotePotion | VoteImage | VoteDouble;
}
