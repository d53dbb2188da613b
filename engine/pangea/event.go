package pangea

import "nemeton/engine"

// Tiles, fields and tribes stand in events by number, as in View. Seat is who acts, unless it says otherwise.

// SetUp opens a table: the tiles on the numbered fields [P10] and the start player [P12].
type SetUp struct {
	Start  engine.Seat `json:"start"`
	Fields []int8      `json:"fields"` // by tile: where it lies
}

// NeutralSettled puts the tower of a neutral people on its tile, with three tribes [P11].
type NeutralSettled struct {
	People People `json:"people"`
	Tile   int8   `json:"tile"`
	Tribes []int8 `json:"tribes"` // ascending
}

// TribesDrawn gives a player three of the own tribes in secret [P12]. Others learn the seat only (SeatOnly).
type TribesDrawn struct {
	Seat   engine.Seat `json:"seat"`
	Tribes []int8      `json:"tribes"` // ascending
}

// SeatOnly is what others learn of a seat's hidden draw.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// Asked opens the one decision of a seat. It always stands last in its entry.
type Asked struct {
	Kind string      `json:"kind"`
	Seat engine.Seat `json:"seat"`
}

// TowerPlaced puts a player's tower on a tile and shows the three tribes that come with it [P12].
type TowerPlaced struct {
	Seat   engine.Seat `json:"seat"`
	Tile   int8        `json:"tile"`
	Tribes []int8      `json:"tribes"` // ascending
}

// TurnBegan begins a turn. The first of a round is the start player's.
type TurnBegan struct {
	Seat    engine.Seat `json:"seat"`
	Round   int8        `json:"round"`   // from 1
	Turn    int16       `json:"turn"`    // from 1, over all players
	Actions int8        `json:"actions"` // of magic in this turn [P21]
}

// SpellLifted takes the own spell off in phase 1 [P20].
type SpellLifted struct {
	Seat  engine.Seat `json:"seat"`
	Field int8        `json:"field"`
}

// TribeFounded brings a drawn tribe onto the tile of its people's tower; an action of magic [P21].
type TribeFounded struct {
	Seat   engine.Seat `json:"seat"`
	People People      `json:"people"` // the seat's own or a neutral one
	Tribe  int8        `json:"tribe"`
	Home   Landscape   `json:"home"`
	Tile   int8        `json:"tile"`
}

// TileShifted moves a tile with all on it; an action of magic [P21].
type TileShifted struct {
	Seat engine.Seat `json:"seat"`
	Tile int8        `json:"tile"`
	From int8        `json:"from"` // field
	To   int8        `json:"to"`   // field
	Over bool        `json:"over"` // over the edge [P6]
}

// NeutralMoved moves a neutral tribe; an action of magic [P21].
type NeutralMoved struct {
	Seat   engine.Seat `json:"seat"`
	People People      `json:"people"` // the tribe's
	Tribe  int8        `json:"tribe"`
	From   int8        `json:"from"` // tile
	To     int8        `json:"to"`   // tile
	Over   bool        `json:"over"` // over the edge [P6]
}

// TribeMoved moves an own tribe in phase 3 [P22].
type TribeMoved struct {
	Seat  engine.Seat `json:"seat"`
	Tribe int8        `json:"tribe"`
	From  int8        `json:"from"` // tile
	To    int8        `json:"to"`   // tile
	Over  bool        `json:"over"` // over the edge [P6]
}

// PhaseEnded ends a phase in which something was asked: the player said so, or nothing is left to do [P25]. A phase in which there
// is nothing to do from the start is not told of; the last one ends by SpellLaid, or by this where no spell is laid.
type PhaseEnded struct {
	Seat   engine.Seat `json:"seat"`
	Phase  Phase       `json:"phase"`
	Itself bool        `json:"itself"` // nothing is left to do
}

// AmuletDelivered hands a carried amulet in at the end of phase 3 [P22].
type AmuletDelivered struct {
	Seat    engine.Seat `json:"seat"`
	Tribe   int8        `json:"tribe"`
	Amulet  Amulet      `json:"amulet"`
	Amulets int8        `json:"amulets"` // in the tower now
}

// AmuletBought is a purchase [P23].
type AmuletBought struct {
	Seat   engine.Seat `json:"seat"`
	Tribe  int8        `json:"tribe"` // who carries it now
	Amulet Amulet      `json:"amulet"`
	Price  int16       `json:"price"` // goods paid
	Seller People      `json:"seller"`
	To     engine.Seat `json:"to"`     // who plays the seller; -1: the people is neutral
	Earned int16       `json:"earned"` // goods that the seller's player gets: 1, or 0 where the people is neutral
}

// GoodsProduced is phase 5, also where nothing is produced [P24].
type GoodsProduced struct {
	Seat   engine.Seat `json:"seat"`
	Tribes []int8      `json:"tribes"` // who produce, ascending
	Goods  int16       `json:"goods"`  // one for each
}

// SpellLaid lays the own spell in phase 6, which ends the turn [P25].
type SpellLaid struct {
	Seat  engine.Seat `json:"seat"`
	Field int8        `json:"field"`
	Tile  int8        `json:"tile"` // on the field; -1: water
}

// LastRoundAnnounced says that this round is to be the last [P31, P32].
type LastRoundAnnounced struct {
	Reason Reason        `json:"reason"`
	Round  int8          `json:"round"`
	Seats  []engine.Seat `json:"seats"` // who hold a rank now; empty for ReasonLimit
}

// LastRoundFell says that the round announced as the last ended without a rank, and the game goes on [P31].
type LastRoundFell struct {
	Round int8 `json:"round"` // that has ended
}

// GameEnded names the winners [P31, P32].
type GameEnded struct {
	Winners   []engine.Seat `json:"winners"`
	Standings []Standing    `json:"standings"` // by seat
}

// Standing is where a player stands at the end.
type Standing struct {
	Seat    engine.Seat `json:"seat"`
	Rank    int8        `json:"rank"` // 1 is the highest, 0 none [P30]
	Amulets int8        `json:"amulets"`
	Goods   int16       `json:"goods"`
	Score   int         `json:"score"` // as in the outcome
}
