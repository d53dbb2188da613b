package meduris

import "nemeton/engine"

// View is the part of a table's state that one viewer may know. Members that are equal for all viewers are tagged
// shared.
type View struct {
	Board    string        `json:"board" view:"shared"` // "A" or "B" [M3]
	Fields   []FieldView   `json:"fields" view:"shared"`
	Plateaus PlateausView  `json:"plateaus" view:"shared"`
	Stock    Counts        `json:"stock" view:"shared"`
	Runes    []engine.Seat `json:"runes" view:"shared"` // holder by region; -1 is the supply
	Players  []PlayerView  `json:"players" view:"shared"`
	Druid    Place         `json:"druid" view:"shared"`
	Next     *int8         `json:"next,omitempty" view:"shared"` // the field of the hut that the druid comes to next, once he leaves his stones [M30]
	Builds   int16         `json:"builds" view:"shared"`         // huts and temples built so far, by all
	Start    engine.Seat   `json:"start" view:"shared"`
	Turn     TurnView      `json:"turn" view:"shared"`
	Waiting  []engine.Seat `json:"waiting" view:"shared"` // seats that owe a decision
	Counter  uint32        `json:"-"`                     // decisions opened so far; not sent, because the decision ids show it
	Payment  *PaymentView  `json:"payment,omitempty"`
	Finish   *FinishView   `json:"finish,omitempty" view:"shared"`
	All      *PiecesView   `json:"all,omitempty" view:"shared"`     // the huts and temples of each player, built or not
	Nearest  *NearestView  `json:"nearest,omitempty" view:"shared"` // the players nearest to the end; nil while all are equally near, and once the end is announced
	Hand     *Counts       `json:"hand,omitempty"`                  // the viewer's own
	Others   *Counts       `json:"others,omitempty"`                // the tokens that the other players hold together
	Loss     *Material     `json:"loss,omitempty"`                  // the viewer's own choice while others still choose [M13]
	Hands    []Counts      `json:"hands,omitempty" view:"shared"`   // of all seats, once the game is over [M45]
	Scoring  []ScoreView   `json:"scoring,omitempty" view:"shared"` // once the game is over, by seat
}

// FieldView is a field of the ring [M3].
type FieldView struct {
	Region    int8        `json:"region"`
	Materials [2]Material `json:"materials"`
	Chip      Chip        `json:"chip"`
	Hut       engine.Seat `json:"hut"`             // -1: none
	Temple    engine.Seat `json:"temple"`          // -1: none
	Huts      int8        `json:"huts,omitempty"`  // the size of the settlement of the hut
	Price     int8        `json:"price,omitempty"` // on a free field: a hut costs so many tokens of each material [M21]; 0: a chip pays it [M23]
}

// PiecesView counts the huts and temples of a player.
type PiecesView struct {
	Huts    int8 `json:"huts"`
	Temples int8 `json:"temples"`
}

// NearestView names the players with the fewest huts and temples left to build [M40].
type NearestView struct {
	Seats []engine.Seat `json:"seats"`
	Left  int8          `json:"left"` // huts and temples of each of them
}

// PlateausView lists the owners of the workers on each plateau, from the bottom up [M7].
type PlateausView struct {
	Wood   []engine.Seat `json:"wood"`
	Wool   []engine.Seat `json:"wool"`
	Copper []engine.Seat `json:"copper"`
	Stone  []engine.Seat `json:"stone"`
}

// PlayerView is the public part of a player's pieces.
type PlayerView struct {
	Seat    engine.Seat `json:"seat"`
	Points  int16       `json:"points"`
	Huts    int8        `json:"huts"`    // left to build
	Temples int8        `json:"temples"` // left to build
	Workers int8        `json:"workers"` // left to place
	// The points of temples and rune stones if the game ended now [M42, M43]; the points of a river crossing are the rune stones [M35].
	TemplePoints int16 `json:"templePoints,omitempty"`
	Runes        int8  `json:"runes,omitempty"`
	RunePoints   int16 `json:"runePoints,omitempty"`
	Now          int16 `json:"now,omitempty"` // all points if the game ended now; 0: no more than Points
}

// TurnView is the current turn and its progress.
type TurnView struct {
	Seat   engine.Seat `json:"seat"`   // -1 before the first turn
	Number int16       `json:"number"` // from 1; 0 before the first turn
	Phase  Phase       `json:"phase"`
	Die    Face        `json:"die"`   // "none" before the first roll
	Quiet  int16       `json:"quiet"` // turns in a row without a build [M40a]
}

// Phase is the kind of choice that the table waits for. In every phase but PhaseOver the seats of View.Waiting owe a
// decision.
type Phase string

// The phases.
const (
	PhasePlacing  Phase = "placing"  // workers [M7]
	PhaseGaining  Phase = "gaining"  // everyone gains one [M12]
	PhaseLosing   Phase = "losing"   // everyone loses one [M13]
	PhaseActing   Phase = "acting"   // phase 2 of the turn [M20, M21, M25]
	PhasePaying   Phase = "paying"   // steps of a payment [M22]
	PhaseOffering Phase = "offering" // an offering to the druid [M32]
	PhaseOver     Phase = "over"
)

// PaymentView is a pending payment [M22].
type PaymentView struct {
	Seat     engine.Seat `json:"seat"`
	Offering bool        `json:"offering"`      // at the druid's hut; else a build
	Steps    int8        `json:"steps"`         // steps completed so far
	Own      *Payment    `json:"own,omitempty"` // only for the payer
}

// Payment is the state of a payment [M22].
type Payment struct {
	Goal  Goal   `json:"goal"`
	Due   Counts `json:"due"`
	Units Counts `json:"units"` // replaced units, once chosen
	Bound Counts `json:"bound"` // tokens committed so far
}

// FinishView is set once the end is announced [M40, M40a].
type FinishView struct {
	Reason Reason      `json:"reason"`
	Seat   engine.Seat `json:"seat"`          // the seat that built everything; -1 for other reasons
	Turns  int8        `json:"turns"`         // turns still to begin before the last lap
	Lap    *Place      `json:"lap,omitempty"` // the druid's place when the last lap began [M41]
}

// Reason is the cause of the end.
type Reason string

// The reasons.
const (
	ReasonBuilt Reason = "built" // a player has built everything [M40]
	ReasonQuiet Reason = "quiet" // forty turns without a build [M40a]
	ReasonFull  Reason = "full"  // no seat can ever build again [M40a]
)

// ScoreView is the breakdown of a player's final score [M42, M43, M44].
type ScoreView struct {
	Seat      engine.Seat `json:"seat"`
	Before    int16       `json:"before"` // points when the last lap was over
	Temples   int16       `json:"temples"`
	Runes     int16       `json:"runes"`
	Total     int16       `json:"total"`
	Built     int8        `json:"built"`     // huts and temples built: first tie-break
	Materials int8        `json:"materials"` // materials left: second tie-break
}

// Place is the druid's position [M4].
type Place struct {
	At At   `json:"at"`
	No int8 `json:"no"` // the stone, from 1, or the field, from 0; 0 at the temple
}

// At is the kind of a place.
type At string

// The kinds of places.
const (
	AtTemple At = "temple"
	AtStone  At = "stone"
	AtField  At = "field"
)
