package druids

import "nemeton/engine"

// View is what one viewer may know of a table. What is the same for all is marked shared.
type View struct {
	Stones   []Symbol      `json:"stones" view:"shared"` // what each stone bears, inner ring first [D2]
	Spokes   [][2]int8     `json:"spokes" view:"shared"` // links across rings, inner end first; ring neighbours are linked too [D1]
	Figures  []FigureView  `json:"figures" view:"shared"`
	Players  []PlayerView  `json:"players" view:"shared"`
	Deck     int8          `json:"deck" view:"shared"`           // cards in it
	Discard  []Card        `json:"discard" view:"shared"`        // by kind
	Card     *Card         `json:"card,omitempty" view:"shared"` // in play [D11]
	Gathered int8          `json:"gathered" view:"shared"`       // figures at the place of decision; five begin the vote [D40]
	Start    engine.Seat   `json:"start" view:"shared"`
	Turn     TurnView      `json:"turn" view:"shared"`
	Waiting  []engine.Seat `json:"waiting" view:"shared"`          // who owes a decision
	Counter  uint32        `json:"-"`                              // decisions opened so far: their ids tell, so that it is not sent
	Ending   Reason        `json:"ending,omitempty" view:"shared"` // why the vote comes when this round ends, as things stand [D61]
	Vote     *VoteView     `json:"vote,omitempty" view:"shared"`
	Hand     []Card        `json:"hand,omitzero"`                  // the viewer's own, by kind
	Worth    []ScoreView   `json:"worth,omitzero"`                 // to the viewer's own seat: what it would score if the sun won, and if the moon won
	Hands    [][]Card      `json:"hands,omitzero" view:"shared"`   // all, once the game is over [D54]
	Scoring  []ScoreView   `json:"scoring,omitzero" view:"shared"` // once the game is over, by seat
}

// FigureView is where a figure is [D4].
type FigureView struct {
	Figure Figure      `json:"figure"`
	At     At          `json:"at"`
	Stone  int8        `json:"stone"` // of AtStone; else -1
	Seat   engine.Seat `json:"seat"`  // who controls it; -1: nobody
	Cult   Cult        `json:"cult"`
}

// At is the kind of place where a figure is.
type At string

// The kinds of places.
const (
	AtTree    At = "tree"    // a druid before its first turn [D15]
	AtSpirits At = "spirits" // the place of spirits
	AtStone   At = "stone"
	AtCenter  At = "center" // the place of decision
)

// PlayerView is what everyone knows of a player.
type PlayerView struct {
	Seat     engine.Seat `json:"seat"`
	Cards    int8        `json:"cards"`          // in hand
	Moving   int8        `json:"moving"`         // own figures on stones [D22]
	Gathered int8        `json:"gathered"`       // own figures at the place of decision
	Shown    []Card      `json:"shown,omitzero"` // cards of the hand that were shown in the vote [D41]
}

// TurnView says whose turn it is and how far it has come.
type TurnView struct {
	Seat   engine.Seat `json:"seat"`   // -1 before the first turn
	Number int16       `json:"number"` // from 1; 0 before the first turn
	Round  int16       `json:"round"`  // from 1; 0 before the first turn
	Phase  Phase       `json:"phase"`
	Step   Step        `json:"step"`          // what is being carried out
	Played bool        `json:"played"`        // a card was played in this turn [D11]
	Dice   []DieView   `json:"dice,omitzero"` // once they are rolled
	Uses   int8        `json:"uses"`          // dice still to be used, at most [D22]
	Figure Figure      `json:"figure"`        // chosen to move or lifted, the last one of the turn; "none"
	Landed Figure      `json:"landed"`        // moved by a die, the last one of the turn; "none"
	Why    Why         `json:"why,omitempty"` // what moves it
	Die    int8        `json:"die"`           // the die chosen for it; -1: none
	Giving int8        `json:"giving"`        // cards still to be given [D34]
	To     engine.Seat `json:"to"`            // who gets them; -1: nobody
}

// DieView is a die on the table.
type DieView struct {
	Face
	Used bool `json:"used"` // or lost
}

// Phase is what the table waits for.
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
	PhaseRobbing  Phase = "robbing"  // how much Morrigan takes [D36]
	PhaseGiving   Phase = "giving"   // the cards given in an exchange [D34]
	PhaseVoting   Phase = "voting"   // figures, then cards [D41]
	PhaseOver     Phase = "over"
)

// Step is what is being carried out; when it is done the turn goes on accordingly.
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
	Cult    *Cult        `json:"cult,omitempty"` // who won, once that is settled
}

// BallotView is what a seat has voted in this round of the vote.
type BallotView struct {
	Seat    engine.Seat `json:"seat"`
	Cast    bool        `json:"cast"` // the figures have voted
	Done    bool        `json:"done"` // nothing more comes
	Druid   Cult        `json:"druid"`
	King    Cult        `json:"king"`
	Doubled []Figure    `json:"doubled"`
	Sun     int8        `json:"sun"` // votes
	Moon    int8        `json:"moon"`
}

// ScoreView is how a player's points come together [D50, D51, D52, D53].
type ScoreView struct {
	Seat       engine.Seat `json:"seat"`
	Druid      int16       `json:"druid"`      // own druid at the place of decision
	There      int16       `json:"there"`      // own spirits of the cult at the place of decision
	Outside    int16       `json:"outside"`    // own spirits of the cult on stones
	Plants     int16       `json:"plants"`     // values of plants of the cult
	Potions    int16       `json:"potions"`    // 30 for the mistletoe of each
	Pairs      int16       `json:"pairs"`      // 20 for each pair
	Morrigan   int16       `json:"morrigan"`   // -20 for her controller
	Belladonna int16       `json:"belladonna"` // -20 for its holder
	Total      int16       `json:"total"`
	Gathered   int8        `json:"gathered"` // own figures at the place of decision: the tie-break [D54]
}
