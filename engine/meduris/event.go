package meduris

import "nemeton/engine"

// SetUp opens a table: the side of the board, the start player and the bonus chips [M1, M2, M3, M5, M7].
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

// Asked opens decisions: each of the seats owes one of the kind. It is always the last event of its entry.
type Asked struct {
	Kind  string        `json:"kind"`
	Seats []engine.Seat `json:"seats"`
}

// WorkerPlaced puts a worker on top of a plateau before the first turn [M7].
type WorkerPlaced struct {
	Seat    engine.Seat `json:"seat"`
	Plateau Material    `json:"plateau"`
	Height  int8        `json:"height"` // its height there, from 1
}

// TurnBegan begins a turn [M10].
type TurnBegan struct {
	Seat engine.Seat `json:"seat"`
	Turn int16       `json:"turn"` // from 1, over all players
}

// DieRolled is the roll for the small yield [M10].
type DieRolled struct {
	Seat engine.Seat `json:"seat"`
	Face Face        `json:"face"`
}

// Yielded is the yield of a plateau [M11, M20]. It lists every worker there, the top one first, even if the stock was
// empty.
type Yielded struct {
	Plateau Material      `json:"plateau"`
	Large   bool          `json:"large"`
	Workers []WorkerYield `json:"workers"`
}

// WorkerYield is the part of a yield that goes to the owner of one worker.
type WorkerYield struct {
	Seat   engine.Seat `json:"seat"`
	Height int8        `json:"height"` // from 1, the bottom
	Amount int8        `json:"amount"`
}

// Gained is one material taken when everybody gains one [M12].
type Gained struct {
	Seat     engine.Seat `json:"seat"`
	Material Material    `json:"material"`
}

// LossChosen is a seat's choice of the material to return [M13]. Other seats receive SeatOnly.
type LossChosen struct {
	Seat     engine.Seat `json:"seat"`
	Material Material    `json:"material"`
}

// LossesReturned returns all chosen materials to the stock at once [M13], by seat; NoMaterial for an empty hand.
type LossesReturned struct {
	Losses []Loss `json:"losses"`
}

// Loss is the material that one seat returned.
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

// PaymentBegun begins a payment [M22]. Other seats receive SeatOnly: they see that the seat pays.
type PaymentBegun struct {
	Seat engine.Seat `json:"seat"`
	Goal Goal        `json:"goal"`
	Due  Counts      `json:"due"`
}

// PaymentBound records a step of a payment that is not the last [M22]. Other seats receive SeatOnly: they see how many steps it takes, never what was chosen.
type PaymentBound struct {
	Seat  engine.Seat `json:"seat"`
	Units Counts      `json:"units"` // replaced units of the due
	Bound Counts      `json:"bound"` // tokens committed so far
}

// SeatOnly is the form of a hidden choice that other seats receive.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// Paid returns tokens to the stock [M22]. The purpose follows in the same entry.
type Paid struct {
	Seat   engine.Seat `json:"seat"`
	Tokens Counts      `json:"tokens"`
}

// HutBuilt puts a hut on a field [M21]. Settlement is the size of the settlement that results.
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
	Points int16       `json:"points"` // 2 for ChipPoints, else 0, because an offering scores in Offered
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
	Path []int8 `json:"path"` // fields entered, the last one included; empty on the stones
}

// RiverCrossed scores rune stones when the druid crosses the river [M35]. It follows its DruidMoved.
type RiverCrossed struct {
	Points []int16 `json:"points"` // gained, by seat
}

// Offered is the answer to the druid [M32, M33].
type Offered struct {
	Seat     engine.Seat `json:"seat"`
	Field    int8        `json:"field"`
	Do       Do          `json:"do"`       // DoNothing, DoOne, DoBoth or DoChip
	Material Material    `json:"material"` // of DoOne; else NoMaterial
	Points   int16       `json:"points"`   // change of the score; -1 or 0 for DoNothing
}

// LastTurnsAnnounced announces the end of the game [M40, M40a].
type LastTurnsAnnounced struct {
	Reason Reason      `json:"reason"`
	Seat   engine.Seat `json:"seat"`  // the seat that built everything; NoSeat for other reasons
	Turns  int8        `json:"turns"` // turns left before the last lap
}

// LastLapBegan begins the druid's last lap [M41].
type LastLapBegan struct {
	From Place `json:"from"`
}

// TemplesScored scores the temples [M42], by field.
type TemplesScored struct {
	Temples []TempleScore `json:"temples"`
}

// TempleScore is the score of one temple: the huts to its left (counterclockwise) and to its right.
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

// HandsShown reveals all hands [M45], by seat.
type HandsShown struct {
	Hands []Counts `json:"hands"`
}

// GameEnded names the winners [M44]; Scores is by seat.
type GameEnded struct {
	Winners []engine.Seat `json:"winners"`
	Scores  []int16       `json:"scores"`
}
