package pangea

import "nemeton/engine"

// View is what one viewer may know of a table. What is the same for all is marked shared; of Peoples only the own Bag, before the own
// tower stands, is not. Numbers stand for things:
//
//   - a field, 0 to 25, is one of the water fields in reading order: an index of Fields [P5];
//   - a tile, 0 to 14, is an index of Tiles; three of each landscape [P1];
//   - a tribe, 0 to 39, is TribeView.ID; a people has eight, which keep their numbers from bag to board [P2].
type View struct {
	Fields    []FieldView    `json:"fields" view:"shared"`  // of the board [P5]
	Tiles     []TileView     `json:"tiles" view:"shared"`   // all 15
	Peoples   []PeopleView   `json:"peoples"`               // all 5, played and neutral, in the order of their names [P2]
	Players   []PlayerView   `json:"players" view:"shared"` // by seat
	Start     engine.Seat    `json:"start" view:"shared"`   // who begins every round
	Turn      TurnView       `json:"turn" view:"shared"`
	Waiting   []engine.Seat  `json:"waiting" view:"shared"`             // who owes a decision: one seat, none once the game is over
	Counter   uint32         `json:"-"`                                 // decisions opened so far: their ids tell, so that it is not sent
	LastRound *LastRoundView `json:"lastRound,omitempty" view:"shared"` // while this round is announced as the last [P31, P32]
	Hand      []HandView     `json:"hand,omitempty"`                    // the viewer's own three tribes until they are placed [P12]
}

// FieldView is a water field: where it is on the board [P5].
type FieldView struct {
	Row    int8 `json:"row"`    // 0 to 6, from the top
	Column int8 `json:"column"` // 0 to 5, from the left
}

// TileView is a landscape tile [P1]. What stands on it is in PeopleView.
type TileView struct {
	Landscape   Landscape `json:"landscape"`
	Capacity    int8      `json:"capacity"`
	Field       int8      `json:"field"`
	Tribes      int8      `json:"tribes"`                // how many stand on it, carriers included
	Overcrowded bool      `json:"overcrowded,omitempty"` // more than the capacity: nobody on it produces
}

// PeopleView is what belongs to a people on the board [P2].
type PeopleView struct {
	People People      `json:"people"`
	Seat   engine.Seat `json:"seat"`          // who plays it; -1: neutral
	Tower  int8        `json:"tower"`         // tile; -1: does not stand yet
	Spell  int8        `json:"spell"`         // field; -1: not laid
	Left   int8        `json:"left"`          // tribes in the bag
	Bag    *BagView    `json:"bag,omitempty"` // of whom; to others once the tower stands
	Tribes []TribeView `json:"tribes"`        // on the board, ascending by ID
}

// BagView counts the tribes in a bag by their home; absent: none.
type BagView struct {
	Mountain  int8 `json:"mountain,omitempty"`
	Swamp     int8 `json:"swamp,omitempty"`
	Desert    int8 `json:"desert,omitempty"`
	Grassland int8 `json:"grassland,omitempty"`
	Forest    int8 `json:"forest,omitempty"`
}

// TribeView is a tribe on the board. What is absent is not so.
type TribeView struct {
	ID       int8      `json:"id"`
	Home     Landscape `json:"home"`
	Tile     int8      `json:"tile"`
	AtHome   bool      `json:"atHome,omitempty"`   // its tile shows its home [P12]
	Produces bool      `json:"produces,omitempty"` // at home, not overcrowded, carrying nothing [P12]
	Carries  Amulet    `json:"carries,omitempty"`  // absent: nothing
	Delivers bool      `json:"delivers,omitempty"` // stands by the own tower with an amulet, to hand it in when the own movement ends [P22]
	Moved    bool      `json:"moved,omitempty"`    // in this turn's phase 3 [P22]
}

// HandView is a tribe drawn and not placed yet [P12].
type HandView struct {
	ID   int8      `json:"id"`
	Home Landscape `json:"home"`
}

// PlayerView is what a player has, and what it comes to.
type PlayerView struct {
	Seat       engine.Seat   `json:"seat"`
	People     People        `json:"people"`
	Goods      int16         `json:"goods"`
	Amulets    []Amulet      `json:"amulets"`    // in the tower, in the order of the kinds
	Magic      int8          `json:"magic"`      // actions of magic in a turn that begins now [P21]
	Price      int16         `json:"price"`      // of an amulet bought now, in goods [P23]
	Production int16         `json:"production"` // goods that phase 5 would bring now [P24]
	Rank       int8          `json:"rank"`       // 1 is the highest, 0 none [P30]
	Missing    []MissingView `json:"missing"`    // to rank 1, 2 and 3; nothing where it is reached
}

// MissingView is what a player still needs for a rank [P30]. Absent: nothing.
type MissingView struct {
	Amulets int8  `json:"amulets,omitempty"` // in the tower
	Goods   int16 `json:"goods,omitempty"`
}

// TurnView says whose turn it is and how far it has come.
type TurnView struct {
	Seat    engine.Seat `json:"seat"`   // -1 before the first turn
	Number  int16       `json:"number"` // from 1, over all players; 0 before the first turn
	Round   int8        `json:"round"`  // from 1; 0 before the first turn
	Phase   Phase       `json:"phase"`
	Actions int8        `json:"actions"` // of magic left in this turn; 0 in later phases [P21]
}

// Phase is what the table waits for. In every phase but PhaseOver the seat of View.Waiting owes a decision; lifting the spell [P20] and
// production [P24] need none.
type Phase string

// The phases.
const (
	PhasePlacing  Phase = "placing"  // towers [P12]
	PhaseMagic    Phase = "magic"    // phase 2 [P21]
	PhaseMovement Phase = "movement" // phase 3 [P22]
	PhaseBuying   Phase = "buying"   // phase 4 [P23]
	PhaseSpell    Phase = "spell"    // phase 6 [P25]
	PhaseOver     Phase = "over"
)

// LastRoundView tells why this round is to be the last.
type LastRoundView struct {
	Reason Reason `json:"reason"`
}

// Reason is why the last round comes.
type Reason string

// The reasons.
const (
	ReasonRank  Reason = "rank"  // somebody held a rank at the end of a turn; it falls if nobody does when the round ends [P31]
	ReasonLimit Reason = "limit" // it is the last round of all [P32]
)
