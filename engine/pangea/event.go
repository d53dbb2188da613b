package pangea

import "nemeton/engine"

// Events name tiles, fields and tribes by number, as View does. Seat is the acting seat unless stated otherwise.

// SetUp opens a table: the tiles on the numbered fields [P10] and the start player [P12].
type SetUp struct {
	Start  engine.Seat `json:"start"`
	Fields []int8      `json:"fields"` // position of each tile
}

// NeutralSettled puts the tower of a neutral people on its tile, with three tribes [P11].
type NeutralSettled struct {
	People People `json:"people"`
	Tile   int8   `json:"tile"`
	Tribes []int8 `json:"tribes"` // ascending
}

// TribesDrawn gives a player three of their tribes in secret [P12]. Other seats receive SeatOnly.
type TribesDrawn struct {
	Seat   engine.Seat `json:"seat"`
	Tribes []int8      `json:"tribes"` // ascending
}

// SeatOnly is the form of a hidden draw that other seats receive.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// Asked opens the one decision of a seat. It is always the last event of its entry.
type Asked struct {
	Kind string      `json:"kind"`
	Seat engine.Seat `json:"seat"`
}

// TowerPlaced puts a player's tower on a tile and reveals the three tribes that come with it [P12].
type TowerPlaced struct {
	Seat   engine.Seat `json:"seat"`
	Tile   int8        `json:"tile"`
	Tribes []int8      `json:"tribes"` // ascending
}

// TurnBegan begins a turn. The start player has the first turn of a round.
type TurnBegan struct {
	Seat    engine.Seat `json:"seat"`
	Round   int8        `json:"round"`   // from 1
	Turn    int16       `json:"turn"`    // from 1, over all players
	Actions int8        `json:"actions"` // of magic in this turn [P21]
}

// SpellLifted removes the seat's spell in phase 1 [P20].
type SpellLifted struct {
	Seat  engine.Seat `json:"seat"`
	Field int8        `json:"field"`
}

// TribeFounded puts a drawn tribe on the tile of its people's tower. It is an action of magic [P21].
type TribeFounded struct {
	Seat   engine.Seat `json:"seat"`
	People People      `json:"people"` // the seat's people or a neutral one
	Tribe  int8        `json:"tribe"`
	Home   Landscape   `json:"home"`
	Tile   int8        `json:"tile"`
}

// TileShifted moves a tile with everything on it. It is an action of magic [P21].
type TileShifted struct {
	Seat engine.Seat `json:"seat"`
	Tile int8        `json:"tile"`
	From int8        `json:"from"` // field
	To   int8        `json:"to"`   // field
	Over bool        `json:"over"` // over the edge [P6]
}

// NeutralMoved moves a neutral tribe. It is an action of magic [P21].
type NeutralMoved struct {
	Seat   engine.Seat `json:"seat"`
	People People      `json:"people"` // the tribe's
	Tribe  int8        `json:"tribe"`
	From   int8        `json:"from"` // tile
	To     int8        `json:"to"`   // tile
	Over   bool        `json:"over"` // over the edge [P6]
}

// TribeMoved moves one of the seat's tribes in phase 3 [P22].
type TribeMoved struct {
	Seat  engine.Seat `json:"seat"`
	Tribe int8        `json:"tribe"`
	From  int8        `json:"from"` // tile
	To    int8        `json:"to"`   // tile
	Over  bool        `json:"over"` // over the edge [P6]
}

// PhaseEnded ends a phase, because the player chose to or no move is left [P25]. A skipped phase has no such event. The
// last phase ends with SpellLaid, or with this event if no spell is laid.
type PhaseEnded struct {
	Seat   engine.Seat `json:"seat"`
	Phase  Phase       `json:"phase"`
	Itself bool        `json:"itself"` // no move was left
}

// AmuletDelivered brings a carried amulet into the tower at the end of phase 3 [P22].
type AmuletDelivered struct {
	Seat    engine.Seat `json:"seat"`
	Tribe   int8        `json:"tribe"`
	Amulet  Amulet      `json:"amulet"`
	Amulets int8        `json:"amulets"` // number in the tower now
}

// AmuletBought is a purchase [P23].
type AmuletBought struct {
	Seat   engine.Seat `json:"seat"`
	Tribe  int8        `json:"tribe"` // the new carrier
	Amulet Amulet      `json:"amulet"`
	Price  int16       `json:"price"` // goods paid
	Seller People      `json:"seller"`
	To     engine.Seat `json:"to"`     // player of the seller; -1: the people is neutral
	Earned int16       `json:"earned"` // goods for the seller's player: 1, or 0 if the people is neutral
}

// GoodsProduced is the production of phase 5, even if it is 0 [P24].
type GoodsProduced struct {
	Seat   engine.Seat `json:"seat"`
	Tribes []int8      `json:"tribes"` // producing tribes, ascending
	Goods  int16       `json:"goods"`  // one for each tribe
}

// SpellLaid lays the seat's spell in phase 6, which ends the turn [P25].
type SpellLaid struct {
	Seat  engine.Seat `json:"seat"`
	Field int8        `json:"field"`
	Tile  int8        `json:"tile"` // on the field; -1: water
}

// LastRoundAnnounced means that this round is planned as the last [P31, P32].
type LastRoundAnnounced struct {
	Reason Reason        `json:"reason"`
	Round  int8          `json:"round"`
	Seats  []engine.Seat `json:"seats"` // seats with a rank now; empty for ReasonLimit
}

// LastRoundFell means that the announced last round ended without a rank, so the game continues [P31].
type LastRoundFell struct {
	Round int8 `json:"round"` // the round that ended
}

// GameEnded names the winners [P31, P32].
type GameEnded struct {
	Winners   []engine.Seat `json:"winners"`
	Standings []Standing    `json:"standings"` // by seat
}

// Standing is a player's result.
type Standing struct {
	Seat    engine.Seat `json:"seat"`
	Rank    int8        `json:"rank"` // 1 is the highest, 0 is none [P30]
	Amulets int8        `json:"amulets"`
	Goods   int16       `json:"goods"`
	Score   int         `json:"score"` // as in the outcome
}
