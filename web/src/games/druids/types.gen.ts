// Made by `make generate` from the Go types; do not edit.

export type View = {
  stones: string[];
  spokes: number[][];
  figures: FigureView[];
  players: PlayerView[];
  deck: number;
  discard: string[];
  card?: string;
  gathered: number;
  missing?: number;
  votes?: VotesView;
  start: number;
  turn: TurnView;
  waiting: number[];
  ending?: string;
  vote?: VoteView;
  hand?: string[];
  worth?: ScoreView[];
  unseen?: UnseenView[];
  held?: number;
  hands?: string[][];
  scoring?: ScoreView[];
  wasted?: string[];
};

export type Asked = {
  kind: string;
  seat: number;
};

export type CardDiscarded = {
  seat: number;
  card: string;
};

export type CardDrawn = {
  seat: number;
  card: string;
};

export type CardGiven = {
  seat: number;
  from: number;
  card: string;
};

export type CardPlayed = {
  seat: number;
  card: string;
  figure: string;
  victim: number;
};

export type CardTaken = {
  seat: number;
  from: number;
  card: string;
  why: string;
};

export type CardVoted = {
  seat: number;
  do: string;
  cards: string[];
  potion: string;
  figure: string;
  cult: string;
};

export type ControlTaken = {
  seat: number;
  figure: string;
  from: number;
};

export type DiceLost = {
  seat: number;
  dice: number[];
};

export type DiceRolled = {
  seat: number;
  dice: Face[];
  moving: number;
  uses: number;
};

export type DruidPlaced = {
  seat: number;
  stone: number;
};

export type EffectLeft = {
  seat: number;
};

export type ExchangeBegan = {
  seat: number;
  with: number;
  cards: number;
};

export type FigureChosen = {
  seat: number;
  figure: string;
  why: string;
  die: number;
};

export type FigureEntered = {
  seat: number;
  figure: string;
  gathered: number;
};

export type FigureMoved = {
  seat: number;
  figure: string;
  from: number;
  to: number;
  path: number[];
  die: number;
};

export type FigureShifted = {
  seat: number;
  figure: string;
  from: number;
  to: number;
  why: string;
};

export type FiguresVoted = {
  seat: number;
  druid: string;
  king: string;
  sun: number;
  moon: number;
};

export type GameEnded = {
  winners: number[];
  scores: number[];
};

export type HandsShown = {
  hands: string[][];
};

export type MagicDrawn = {
  seat: number;
};

export type MagicLeft = {
  seat: number;
};

export type NoneDrawn = {
  seat: number;
};

export type Reshuffled = {
  cards: number;
};

export type SetUp = {
  start: number;
};

export type SpiritBanished = {
  seat: number;
  figure: string;
  from: number;
  stone: number;
};

export type SpiritCalled = {
  seat: number;
  figure: string;
  stone: number;
  why: string;
};

export type TurnBegan = {
  seat: number;
  turn: number;
  round: number;
};

export type Valued = {
  scores: ScoreView[];
};

export type VoteBegan = {
  first: number;
  reason: string;
};

export type VoteDecided = {
  cult: string;
  sun: number;
  moon: number;
};

export type VoteTied = {
  sun: number;
  moon: number;
};

export type VotingDone = {
  seat: number;
};

export type SeatOnly = {
  seat: number;
};

export type CardMoved = {
  seat: number;
  from: number;
  why: string;
};

export type Give = {
  card: string;
};

export type Go = {
  stone: number;
  path: unknown;
};

export type Land = {
  do: string;
};

export type Summon = {
  do: string;
  figure: string;
};

export type Banish = {
  do: string;
  figure: string;
};

export type Exchange = {
  do: string;
  cards: number;
};

export type Magic = {
  do: string;
};

export type Shift = {
  do: string;
  figure: string;
};

export type Place = {
  stone: number;
};

export type Put = {
  stone: number;
};

export type Rob = {
  cards: number;
};

export type Roll = {
  do: string;
};

export type Play = {
  do: string;
  card: string;
  figure: string;
  seat: number;
};

export type Call = {
  do: string;
  figure: string;
};

export type Use = {
  die: number;
  figure: string;
};

export type Vote = {
  druid: string;
  king: string;
};

export type VoteDone = {
  do: string;
};

export type VotePotion = {
  do: string;
  potion: string;
  cult: string;
};

export type VoteImage = {
  do: string;
  cult: string;
};

export type VoteDouble = {
  do: string;
  card: string;
  figure: string;
};

export type FigureView = {
  figure: string;
  at: string;
  stone: number;
  seat: number;
  cult: string;
};

export type PlayerView = {
  seat: number;
  cards: number;
  moving: number;
  gathered: number;
  shown?: string[];
  sun?: number;
  moon?: number;
  votes?: VotesView;
};

export type VotesView = {
  sun: number;
  moon: number;
  open: number;
  all?: number;
};

export type TurnView = {
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
};

export type VoteView = {
  reason: string;
  first: number;
  round: number;
  ballots: BallotView[];
  sun: number;
  moon: number;
  cult?: string;
};

export type ScoreView = {
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
};

export type UnseenView = {
  card: string;
  n: number;
};

export type Face = {
  shape: string;
  pips: number;
  ringed: boolean;
};

export type DieView = {
  shape: string;
  pips: number;
  ringed: boolean;
  used: boolean;
};

export type BallotView = {
  seat: number;
  cast: boolean;
  done: boolean;
  druid: string;
  king: string;
  doubled: string[];
  sun: number;
  moon: number;
};

export type Events = {
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
};

export type Moves = {
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
};
