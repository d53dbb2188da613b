package druids

import "nemeton/engine"

// VoteBegan begins the vote [D40, D61].
type VoteBegan struct {
	First  engine.Seat `json:"first"` // who votes first
	Reason Reason      `json:"reason"`
}

// Reason is why the vote comes.
type Reason string

// The reasons.
const (
	ReasonFive   Reason = "five"   // five figures at the place of decision [D40]
	ReasonCards  Reason = "cards"  // deck and discard pile are both empty as a round ends [D61]
	ReasonRounds Reason = "rounds" // thirty rounds are over [D61]
)

// FiguresVoted casts the votes of a seat's figures [D41, D42].
type FiguresVoted struct {
	Seat  engine.Seat `json:"seat"`
	Druid Cult        `json:"druid"` // as in Vote
	King  Cult        `json:"king"`
	Sun   int8        `json:"sun"` // votes for each cult, those of spirits included
	Moon  int8        `json:"moon"`
}

// CardVoted shows a card, or the four of a potion, for votes [D41]. They stay in hand.
type CardVoted struct {
	Seat   engine.Seat `json:"seat"`
	Do     Do          `json:"do"`     // DoPotion, DoImage or DoDouble
	Cards  []Card      `json:"cards"`  // what is shown
	Potion Cult        `json:"potion"` // of DoPotion; else NoCult
	Figure Figure      `json:"figure"` // of DoDouble; else NoFigure
	Cult   Cult        `json:"cult"`   // who gets the vote
}

// VotingDone says that a seat uses no more cards [D41].
type VotingDone struct {
	Seat engine.Seat `json:"seat"`
}

// VoteTied begins the second vote [D42].
type VoteTied struct {
	Sun  int8 `json:"sun"`
	Moon int8 `json:"moon"`
}

// VoteDecided ends the vote [D41, D42].
type VoteDecided struct {
	Cult Cult `json:"cult"` // NoCult after two ties
	Sun  int8 `json:"sun"`
	Moon int8 `json:"moon"`
}

// HandsShown shows all hands [D54]; by seat.
type HandsShown struct {
	Hands [][]Card `json:"hands"`
}

// Valued counts what belongs to the winning cult [D50, D51, D52, D53]; by seat.
type Valued struct {
	Scores []ScoreView `json:"scores"`
}

// GameEnded names the winners [D54]; scores by seat.
type GameEnded struct {
	Winners []engine.Seat `json:"winners"`
	Scores  []int16       `json:"scores"`
}
