package druids

import "nemeton/engine"

// VoteBegan begins the vote [D40, D61].
type VoteBegan struct {
	First  engine.Seat `json:"first"` // the first voter
	Reason Reason      `json:"reason"`
}

// Reason is the cause of the vote.
type Reason string

// The reasons.
const (
	ReasonFive   Reason = "five"   // five figures at the place of decision [D40]
	ReasonCards  Reason = "cards"  // deck and discard pile are empty at the end of a round [D61]
	ReasonRounds Reason = "rounds" // thirty rounds are over [D61]
)

// FiguresVoted casts the votes of a seat's figures [D41, D42].
type FiguresVoted struct {
	Seat  engine.Seat `json:"seat"`
	Druid Cult        `json:"druid"` // see Vote.Druid
	King  Cult        `json:"king"`
	Sun   int8        `json:"sun"` // votes for each cult, including those of spirits
	Moon  int8        `json:"moon"`
}

// CardVoted shows a card, or the four cards of a potion, for votes [D41]. The cards stay in hand.
type CardVoted struct {
	Seat   engine.Seat `json:"seat"`
	Do     Do          `json:"do"`     // DoPotion, DoImage or DoDouble
	Cards  []Card      `json:"cards"`  // the shown cards
	Potion Cult        `json:"potion"` // of DoPotion; else NoCult
	Figure Figure      `json:"figure"` // of DoDouble; else NoFigure
	Cult   Cult        `json:"cult"`   // the cult that gets the votes
}

// VotingDone means that a seat uses no more cards [D41].
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

// HandsShown reveals all hands [D54], by seat.
type HandsShown struct {
	Hands [][]Card `json:"hands"`
}

// Valued is the valuation for the winning cult [D50, D51, D52, D53], by seat.
type Valued struct {
	Scores []ScoreView `json:"scores"`
}

// GameEnded names the winners [D54]; Scores is by seat.
type GameEnded struct {
	Winners []engine.Seat `json:"winners"`
	Scores  []int16       `json:"scores"`
}
