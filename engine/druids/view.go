package druids

import "nemeton/engine"

// View is the part of a table's state that one viewer may know. Members that are equal for all viewers are tagged
// shared.
type View struct {
	Stones   []Symbol      `json:"stones" view:"shared"` // the symbol of each stone, inner ring first [D2]
	Spokes   [][2]int8     `json:"spokes" view:"shared"` // links across rings, inner end first; neighbors in a ring are linked too [D1]
	Figures  []FigureView  `json:"figures" view:"shared"`
	Players  []PlayerView  `json:"players" view:"shared"`
	Deck     int8          `json:"deck" view:"shared"`              // number of cards
	Discard  []Card        `json:"discard" view:"shared"`           // by kind
	Card     *Card         `json:"card,omitempty" view:"shared"`    // in play [D11]
	Gathered int8          `json:"gathered" view:"shared"`          // figures at the place of decision; five begin the vote [D40]
	Missing  int8          `json:"missing,omitempty" view:"shared"` // figures that are missing for that vote
	Votes    *VotesView    `json:"votes,omitempty" view:"shared"`   // of all figures at the place of decision, if there are any
	Start    engine.Seat   `json:"start" view:"shared"`
	Turn     TurnView      `json:"turn" view:"shared"`
	Waiting  []engine.Seat `json:"waiting" view:"shared"`          // seats that owe a decision
	Counter  uint32        `json:"-"`                              // decisions opened so far; not sent, because the decision ids show it
	Ending   Reason        `json:"ending,omitempty" view:"shared"` // the reason for a vote at the end of this round, if there is one yet [D61]
	Vote     *VoteView     `json:"vote,omitempty" view:"shared"`
	Hand     []Card        `json:"hand,omitzero"`                  // the viewer's own, by kind
	Worth    []ScoreView   `json:"worth,omitzero"`                 // the viewer's own score if the sun won, and if the moon won
	Unseen   []UnseenView  `json:"unseen,omitzero"`                // the cards that the viewer does not see, by kind: in the deck, or in hands
	Held     int8          `json:"held,omitempty"`                 // of them in the other players' hands, if the viewer has a seat
	Hands    [][]Card      `json:"hands,omitzero" view:"shared"`   // of all seats, once the game is over [D54]
	Scoring  []ScoreView   `json:"scoring,omitzero" view:"shared"` // once the game is over, by seat
	Wasted   []Card        `json:"wasted,omitzero" view:"shared"`  // once the game is over: kinds of plants that count for nobody [D50]
}

// UnseenView counts the cards of a kind that a viewer does not see.
type UnseenView struct {
	Card Card `json:"card"`
	N    int8 `json:"n"`
}

// FigureView is the place of a figure [D4].
type FigureView struct {
	Figure Figure      `json:"figure"`
	At     At          `json:"at"`
	Stone  int8        `json:"stone"` // of AtStone; else -1
	Seat   engine.Seat `json:"seat"`  // the controller; -1: nobody
	Cult   Cult        `json:"cult"`
}

// At is the kind of a figure's place.
type At string

// The kinds of places.
const (
	AtTree    At = "tree"    // a druid before its first turn [D15]
	AtSpirits At = "spirits" // the place of spirits
	AtStone   At = "stone"
	AtCenter  At = "center" // the place of decision
)

// PlayerView is the public part of a player's pieces.
type PlayerView struct {
	Seat     engine.Seat `json:"seat"`
	Cards    int8        `json:"cards"`           // in hand
	Moving   int8        `json:"moving"`          // the player's figures on stones [D22]
	Gathered int8        `json:"gathered"`        // the player's figures at the place of decision
	Shown    []Card      `json:"shown,omitzero"`  // cards of the hand that were shown in the vote [D41]
	Sun      int16       `json:"sun,omitempty"`   // the points of the figures alone if the sun won [D50, D53]
	Moon     int16       `json:"moon,omitempty"`  // likewise if the moon won
	Votes    *VotesView  `json:"votes,omitempty"` // of the figures at the place of decision, if there are any
}

// VotesView is the votes of figures at the place of decision in a first round, before cards [D41].
type VotesView struct {
	Sun  int8 `json:"sun"`
	Moon int8 `json:"moon"`
	Open int8 `json:"open"` // for a cult of the player's choice
	All  int8 `json:"all,omitempty"`
}

// TurnView is the current turn and its progress.
type TurnView struct {
	Seat   engine.Seat `json:"seat"`   // -1 before the first turn
	Number int16       `json:"number"` // from 1; 0 before the first turn
	Round  int16       `json:"round"`  // from 1; 0 before the first turn
	Phase  Phase       `json:"phase"`
	Step   Step        `json:"step"`          // the current step
	Played bool        `json:"played"`        // a card was played in this turn [D11]
	Dice   []DieView   `json:"dice,omitzero"` // once they are rolled
	Uses   int8        `json:"uses"`          // largest number of dice still to use [D22]
	Figure Figure      `json:"figure"`        // the figure chosen last in this turn; "none"
	Landed Figure      `json:"landed"`        // the figure that a die moved last in this turn; "none"
	Why    Why         `json:"why,omitempty"` // the cause of its move
	Die    int8        `json:"die"`           // the die chosen for it; -1: none
	Giving int8        `json:"giving"`        // cards still to give [D34]
	To     engine.Seat `json:"to"`            // their receiver; -1: nobody
}

// DieView is a die on the table.
type DieView struct {
	Face
	Used bool `json:"used"` // or lost
}

// Phase is the kind of choice that the table waits for.
type Phase string

// The phases.
const (
	PhasePlacing  Phase = "placing"  // a druid [D20]
	PhaseOpening  Phase = "opening"  // play a card, roll or call [D21, D60]
	PhaseMagic    Phase = "magic"    // a magic move or not [D23]
	PhaseChoosing Phase = "choosing" // a die and a figure [D22]
	PhaseMoving   Phase = "moving"   // the figure's target [D24]
	PhasePutting  Phase = "putting"  // the figure's new stone
	PhaseLanding  Phase = "landing"  // an effect of the stone
	PhaseRobbing  Phase = "robbing"  // number of cards for Morrigan [D36]
	PhaseGiving   Phase = "giving"   // the cards given in an exchange [D34]
	PhaseVoting   Phase = "voting"   // figures, then cards [D41]
	PhaseOver     Phase = "over"
)

// Step is the step of a turn that is being carried out. It determines how the turn continues.
type Step string

// The steps.
const (
	StepNone   Step = "none"
	StepCard   Step = "card"   // a card in play [D11]
	StepCall   Step = "call"   // a spirit instead of rolling [D60]
	StepMagic  Step = "magic"  // a magic move [D23]
	StepLanded Step = "landed" // a figure has landed, effects are open
	StepEffect Step = "effect" // an effect of the stone
)

// VoteView is the vote [D40, D41, D42].
type VoteView struct {
	Reason  Reason       `json:"reason"`
	First   engine.Seat  `json:"first"`
	Round   int8         `json:"round"` // 2 after a tie
	Ballots []BallotView `json:"ballots"`
	Sun     int8         `json:"sun"` // votes so far in this round
	Moon    int8         `json:"moon"`
	Cult    *Cult        `json:"cult,omitempty"` // the winning cult, once decided
}

// BallotView is the vote of a seat in this round.
type BallotView struct {
	Seat    engine.Seat `json:"seat"`
	Cast    bool        `json:"cast"` // the figures have voted
	Done    bool        `json:"done"` // the seat's vote is complete
	Druid   Cult        `json:"druid"`
	King    Cult        `json:"king"`
	Doubled []Figure    `json:"doubled"`
	Sun     int8        `json:"sun"` // votes
	Moon    int8        `json:"moon"`
}

// ScoreView is the breakdown of a player's score [D50, D51, D52, D53].
type ScoreView struct {
	Seat       engine.Seat `json:"seat"`
	Druid      int16       `json:"druid"`      // the player's druid at the place of decision
	There      int16       `json:"there"`      // the player's spirits of the cult at the place of decision
	Outside    int16       `json:"outside"`    // the player's spirits of the cult on stones
	Plants     int16       `json:"plants"`     // values of plants of the cult
	Potions    int16       `json:"potions"`    // 30 for the mistletoe of each
	Pairs      int16       `json:"pairs"`      // 20 for each pair
	Morrigan   int16       `json:"morrigan"`   // -20 for her controller
	Belladonna int16       `json:"belladonna"` // -20 for its holder
	Total      int16       `json:"total"`
	Gathered   int8        `json:"gathered"` // the player's figures at the place of decision: the tie-break [D54]
}
