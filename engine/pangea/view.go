package pangea

import "nemeton/engine"

// View is the part of a table's state that one viewer may know. Members that are equal for all viewers are tagged
// shared. Of Peoples only the viewer's own Bag differs, until the viewer's tower is placed. Pieces are numbers:
//
//   - a field, 0 to 25, is one of the water fields in reading order, an index of Fields [P5];
//   - a tile, 0 to 14, is an index of Tiles, three of each landscape [P1];
//   - a tribe, 0 to 39, is TribeView.ID; a people has eight, with constant numbers [P2].
type View struct {
	Fields    []FieldView    `json:"fields" view:"shared"`  // of the board [P5]
	Tiles     []TileView     `json:"tiles" view:"shared"`   // all 15
	Peoples   []PeopleView   `json:"peoples"`               // all 5, played and neutral, in constant order [P2]
	Players   []PlayerView   `json:"players" view:"shared"` // by seat
	Start     engine.Seat    `json:"start" view:"shared"`   // the start player of every round
	Turn      TurnView       `json:"turn" view:"shared"`
	Waiting   []engine.Seat  `json:"waiting" view:"shared"`             // the seat that owes a decision; empty once the game is over
	Counter   uint32         `json:"-"`                                 // decisions opened so far; not sent, because the decision ids show it
	Ranks     []RankView     `json:"ranks,omitempty" view:"shared"`     // the requirements of each rank [P30]
	LastRound *LastRoundView `json:"lastRound,omitempty" view:"shared"` // set while this round is announced as the last [P31, P32]
	Hand      []HandView     `json:"hand,omitempty"`                    // the viewer's own three tribes until they are placed [P12]
}

// FieldView is the position of a water field on the board [P5].
type FieldView struct {
	Row    int8 `json:"row"`    // 0 to 6, from the top
	Column int8 `json:"column"` // 0 to 5, from the left
}

// TileView is a landscape tile [P1]. PeopleView has the pieces on it.
type TileView struct {
	Landscape   Landscape `json:"landscape"`
	Capacity    int8      `json:"capacity"`
	Field       int8      `json:"field"`
	Tribes      int8      `json:"tribes"`                // number of tribes on it, carriers included
	Overcrowded bool      `json:"overcrowded,omitempty"` // more tribes than the capacity: none of them produces
}

// PeopleView is the pieces of a people [P2].
type PeopleView struct {
	People People      `json:"people"`
	Seat   engine.Seat `json:"seat"`          // the seat that plays it; -1: neutral
	Tower  int8        `json:"tower"`         // tile; -1: not placed yet
	Spell  int8        `json:"spell"`         // field; -1: not laid
	Left   int8        `json:"left"`          // tribes in the bag
	Bag    *BagView    `json:"bag,omitempty"` // the bag's content; for other viewers only once the tower is placed
	Tribes []TribeView `json:"tribes"`        // on the board, ascending by ID
}

// BagView counts the tribes in a bag by home; an absent member is 0.
type BagView struct {
	Mountain  int8 `json:"mountain,omitempty"`
	Swamp     int8 `json:"swamp,omitempty"`
	Desert    int8 `json:"desert,omitempty"`
	Grassland int8 `json:"grassland,omitempty"`
	Forest    int8 `json:"forest,omitempty"`
}

// TribeView is a tribe on the board. An absent member is false or none.
type TribeView struct {
	ID       int8      `json:"id"`
	Home     Landscape `json:"home"`
	Tile     int8      `json:"tile"`
	AtHome   bool      `json:"atHome,omitempty"`   // on a tile of its home landscape [P12]
	Produces bool      `json:"produces,omitempty"` // at home, not overcrowded, carrying nothing [P12]
	Carries  Amulet    `json:"carries,omitempty"`  // absent: nothing
	Delivers bool      `json:"delivers,omitempty"` // at its tower with an amulet, which it delivers at the end of the seat's movement [P22]
	Moved    bool      `json:"moved,omitempty"`    // in this turn's phase 3 [P22]
}

// HandView is a tribe that is drawn and not placed yet [P12].
type HandView struct {
	ID   int8      `json:"id"`
	Home Landscape `json:"home"`
}

// PlayerView is the public part of a player's goods and results.
type PlayerView struct {
	Seat       engine.Seat `json:"seat"`
	People     People      `json:"people"`
	Goods      int16       `json:"goods"`
	Amulets    []Amulet    `json:"amulets"`          // in the tower, in the order of the kinds
	Magic      int8        `json:"magic"`            // actions of magic in a turn that would begin now [P21]
	Price      int16       `json:"price"`            // of an amulet bought now, in goods [P23]
	Production int16       `json:"production"`       // goods of a phase 5 that would happen now [P24]
	Rank       int8        `json:"rank"`             // 1 is the highest, 0 is none [P30]
	Goal       int8        `json:"goal,omitempty"`   // the nearest rank above it; 0: it is the highest
	Tribes     int8        `json:"tribes,omitempty"` // on the board
	Home       int8        `json:"home,omitempty"`   // of them on a tile of their home landscape [P12]
}

// RankView is the requirements of a rank [P30].
type RankView struct {
	Rank    int8  `json:"rank"`
	Amulets int8  `json:"amulets"` // in the tower
	Goods   int16 `json:"goods"`
}

// TurnView is the current turn and its progress.
type TurnView struct {
	Seat    engine.Seat `json:"seat"`   // -1 before the first turn
	Number  int16       `json:"number"` // from 1, over all players; 0 before the first turn
	Round   int8        `json:"round"`  // from 1; 0 before the first turn
	Phase   Phase       `json:"phase"`
	Actions int8        `json:"actions"` // of magic left in this turn; 0 in later phases [P21]
}

// Phase is the kind of choice that the table waits for. In every phase but PhaseOver the seat of View.Waiting owes a
// decision. Lifting the spell [P20] and production [P24] need no decision.
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

// LastRoundView is the announcement of the last round.
type LastRoundView struct {
	Reason Reason `json:"reason"`
}

// Reason is the cause of the last round.
type Reason string

// The reasons.
const (
	ReasonRank  Reason = "rank"  // a seat had a rank at the end of a turn; void if none has at the end of the round [P31]
	ReasonLimit Reason = "limit" // the round limit is reached [P32]
)
