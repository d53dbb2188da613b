package meduris

import "nemeton/engine"

// SetUp opens a table: the side of the board, the start player and where the bonus chips lie [M1, M2, M3, M5, M7].
type SetUp struct {
	Board string      `json:"board"` // "A" or "B"
	Start engine.Seat `json:"start"`
	Chips []LaidChip  `json:"chips"` // by field, ascending
}

// LaidChip is a bonus chip on its field [M5].
type LaidChip struct {
	Field int8 `json:"field"`
	Chip  Chip `json:"chip"`
}

// Asked opens decisions: each of the seats owes one of the kind. It always stands last in its entry.
type Asked struct {
	Kind  string        `json:"kind"`
	Seats []engine.Seat `json:"seats"`
}

// WorkerPlaced puts a worker on top of a plateau before the first turn [M7].
type WorkerPlaced struct {
	Seat    engine.Seat `json:"seat"`
	Plateau Material    `json:"plateau"`
	Height  int8        `json:"height"` // where it now stands, from 1
}

// TurnBegan begins a turn [M10].
type TurnBegan struct {
	Seat engine.Seat `json:"seat"`
	Turn int16       `json:"turn"` // from 1, over all players
}

// DieRolled is the small yield's die [M10].
type DieRolled struct {
	Seat engine.Seat `json:"seat"`
	Face Face        `json:"face"`
}

// Yielded is what a plateau gives [M11, M20]. Every worker on it is listed, the top one first, also where the stock was out.
type Yielded struct {
	Plateau Material      `json:"plateau"`
	Large   bool          `json:"large"`
	Workers []WorkerYield `json:"workers"`
}

// WorkerYield is what one worker got its owner.
type WorkerYield struct {
	Seat   engine.Seat `json:"seat"`
	Height int8        `json:"height"` // from 1, the bottom
	Amount int8        `json:"amount"`
}

// Gained is one material taken when everyone gains one [M12].
type Gained struct {
	Seat     engine.Seat `json:"seat"`
	Material Material    `json:"material"`
}

// LossChosen says that a seat has settled what it returns [M13]. Others learn the seat only (SeatOnly).
type LossChosen struct {
	Seat     engine.Seat `json:"seat"`
	Material Material    `json:"material"`
}

// LossesReturned returns everyone's choice to the stock at once [M13]; by seat, NoMaterial where a hand was empty.
type LossesReturned struct {
	Losses []Loss `json:"losses"`
}

// Loss is what one seat returned.
type Loss struct {
	Seat     engine.Seat `json:"seat"`
	Material Material    `json:"material"`
}

// WorkerMoved moves a worker to the top of another plateau [M20].
type WorkerMoved struct {
	Seat   engine.Seat `json:"seat"`
	From   Material    `json:"from"`
	Height int8        `json:"height"` // in the stack it left, from 1
	To     Material    `json:"to"`
}

// PaymentBegun says that a seat begins to pay [M22]. Others learn the seat only (SeatOnly).
type PaymentBegun struct {
	Seat engine.Seat `json:"seat"`
	Goal Goal        `json:"goal"`
	Due  Counts      `json:"due"`
}

// PaymentBound settles one step of a payment that is not the last [M22]. Others learn the seat only (SeatOnly).
type PaymentBound struct {
	Seat  engine.Seat `json:"seat"`
	Units Counts      `json:"units"` // replaced units
	Bound Counts      `json:"bound"` // tokens settled so far
}

// SeatOnly is what others learn of a seat's hidden choice.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// Paid returns tokens to the stock [M22]. What they were for follows in the same entry.
type Paid struct {
	Seat   engine.Seat `json:"seat"`
	Tokens Counts      `json:"tokens"`
}

// HutBuilt puts a hut on a field [M21]; Settlement is the number of huts it makes, itself included.
type HutBuilt struct {
	Seat       engine.Seat `json:"seat"`
	Field      int8        `json:"field"`
	Settlement int8        `json:"settlement"`
}

// TempleBuilt puts a temple on a field [M25].
type TempleBuilt struct {
	Seat  engine.Seat `json:"seat"`
	Field int8        `json:"field"`
}

// ChipUsed takes a bonus chip off its field: under a new hut [M23], or handed in at an offering [M33].
type ChipUsed struct {
	Seat   engine.Seat `json:"seat"`
	Field  int8        `json:"field"`
	Chip   Chip        `json:"chip"`
	Points int16       `json:"points"` // 2 for ChipPoints, else 0: an offering scores in Offered
}

// RuneTaken moves a region's rune stone to the builder [M24]. From is NoSeat for the supply.
type RuneTaken struct {
	Seat   engine.Seat `json:"seat"`
	Region int8        `json:"region"`
	From   engine.Seat `json:"from"`
}

// DruidMoved moves the druid [M30, M34, M41].
type DruidMoved struct {
	From Place  `json:"from"`
	To   Place  `json:"to"`
	Path []int8 `json:"path"` // fields walked, the last one included; empty on the stones
}

// RiverCrossed counts runes when the druid crosses the river [M35]. It follows the DruidMoved that crossed.
type RiverCrossed struct {
	Points []int16 `json:"points"` // gained, by seat
}

// Offered answers the druid [M32, M33].
type Offered struct {
	Seat     engine.Seat `json:"seat"`
	Field    int8        `json:"field"`
	Do       Do          `json:"do"`       // DoNothing, DoOne, DoBoth or DoChip
	Material Material    `json:"material"` // of DoOne; else NoMaterial
	Points   int16       `json:"points"`   // change of the score: -1 or 0 for nothing
}

// LastTurnsAnnounced says that the end has come in sight [M40, M40a].
type LastTurnsAnnounced struct {
	Reason Reason      `json:"reason"`
	Seat   engine.Seat `json:"seat"`  // who built all; NoSeat for the other reasons
	Turns  int8        `json:"turns"` // how many turns are left before the last lap
}

// LastLapBegan sends the druid on his last lap [M41].
type LastLapBegan struct {
	From Place `json:"from"`
}

// TemplesScored scores the temples [M42], by field.
type TemplesScored struct {
	Temples []TempleScore `json:"temples"`
}

// TempleScore is one temple's score: the huts to its left, against the clock, and to its right.
type TempleScore struct {
	Seat  engine.Seat `json:"seat"`
	Field int8        `json:"field"`
	Left  int16       `json:"left"`
	Right int16       `json:"right"`
}

// RunesScored scores the rune stones [M43], by seat.
type RunesScored struct {
	Runes []RuneScore `json:"runes"`
}

// RuneScore is one player's score for rune stones.
type RuneScore struct {
	Seat   engine.Seat `json:"seat"`
	Runes  int8        `json:"runes"`
	Points int16       `json:"points"`
}

// HandsShown lifts all screens [M45]; by seat.
type HandsShown struct {
	Hands []Counts `json:"hands"`
}

// GameEnded names the winners [M44]; scores by seat.
type GameEnded struct {
	Winners []engine.Seat `json:"winners"`
	Scores  []int16       `json:"scores"`
}
