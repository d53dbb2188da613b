package pangea

import "nemeton/engine"

// The kinds of decisions, with the types of their moves. At most one decision is open at a time. A phase asks again
// after each step; End is the last move of its list and ends it.
const (
	KindPlaceTower = "place_tower" // PlaceTower [P12]
	KindMagic      = "magic"       // Found, Shift, Step of a neutral tribe, End [P21]
	KindMovement   = "movement"    // Step of one of the seat's tribes, End [P22]
	KindBuying     = "buying"      // Buy, End [P23]
	KindSpell      = "spell"       // LaySpell, End [P25]
)

// Do names the action of a move; see engine.Do.
type Do = engine.Do

// The actions of moves.
const (
	DoTower Do = "tower" // put the seat's tower on a tile [P12]
	DoFound Do = "found" // draw a tribe of the seat's or a neutral people onto the tile of its tower [P21]
	DoShift Do = "shift" // move a tile to an adjacent field [P21]
	DoMove  Do = "move"  // move a tribe to an adjacent tile [P21, P22]
	DoBuy   Do = "buy"   // buy an amulet [P23]
	DoLay   Do = "lay"   // lay the seat's spell [P25]
	DoEnd   Do = "end"   // end the phase; in the last phase, without a spell [P25]
)

// PlaceTower puts the seat's tower, with the three drawn tribes, on a tile without a tower [P12].
type PlaceTower struct {
	Do   Do   `json:"do"` // DoTower
	Tile int8 `json:"tile"`
}

// Found draws a tribe from the bag of the seat's or a neutral people onto the tile of its tower [P21].
type Found struct {
	Do     Do     `json:"do"` // DoFound
	People People `json:"people"`
}

// Shift moves a tile with everything on it to a free adjacent field [P21].
type Shift struct {
	Do   Do   `json:"do"` // DoShift
	Tile int8 `json:"tile"`
	To   int8 `json:"to"`   // field
	Over bool `json:"over"` // over the edge [P6]
}

// Step moves a tribe to an adjacent tile: a neutral tribe in phase 2 [P21], one of the seat's in phase 3 [P22].
type Step struct {
	Do    Do   `json:"do"` // DoMove
	Tribe int8 `json:"tribe"`
	To    int8 `json:"to"`   // tile
	Over  bool `json:"over"` // over the edge [P6]
}

// Buy buys the amulet of the landscape where one of the seat's tribes is with a producing tribe of the seller [P23].
type Buy struct {
	Do     Do     `json:"do"`     // DoBuy
	Tribe  int8   `json:"tribe"`  // the buying tribe, which then carries the amulet
	Seller People `json:"seller"` // the player of the people gets 1 good
	Amulet Amulet `json:"amulet"`
	Price  int16  `json:"price"` // in goods
}

// LaySpell lays the seat's spell on a field: on its tile, or on the water [P25].
type LaySpell struct {
	Do    Do   `json:"do"` // DoLay
	Field int8 `json:"field"`
}

// End ends the phase [P25].
type End struct {
	Do Do `json:"do"` // DoEnd
}

var moves = engine.MoveTypes{
	KindPlaceTower: {engine.MoveOf[PlaceTower](DoTower)},
	KindMagic: {
		engine.MoveOf[Found](DoFound), engine.MoveOf[Shift](DoShift), engine.MoveOf[Step](DoMove), engine.MoveOf[End](DoEnd),
	},
	KindMovement: {engine.MoveOf[Step](DoMove), engine.MoveOf[End](DoEnd)},
	KindBuying:   {engine.MoveOf[Buy](DoBuy), engine.MoveOf[End](DoEnd)},
	KindSpell:    {engine.MoveOf[LaySpell](DoLay), engine.MoveOf[End](DoEnd)},
}

func (Title) Moves() engine.MoveTypes { return moves }
