package meduris

import "nemeton/engine"

// The kinds of decisions, with the types of their moves.
const (
	KindPlaceWorker = "place_worker" // PlaceWorker [M7]
	KindGainOne     = "gain_one"     // GainOne [M12]
	KindLoseOne     = "lose_one"     // LoseOne [M13]
	KindTurn        = "turn"         // Yield or Build [M20, M21, M25]
	KindOffer       = "offer"        // Offer or OfferOne [M32, M33]
	KindPay         = "pay"          // Replace, then a Give for each kind with replaced units [M22]
)

// Do names the action of a move; see engine.Do.
type Do = engine.Do

// The actions of moves, and the purposes of payments.
const (
	DoYield   Do = "yield"   // the large yield [M20]
	DoHut     Do = "hut"     // build a hut [M21]
	DoTemple  Do = "temple"  // build a temple [M25]
	DoNothing Do = "nothing" // offer nothing [M32]
	DoOne     Do = "one"     // offer one of the two materials [M32]
	DoBoth    Do = "both"    // offer both materials [M32]
	DoChip    Do = "chip"    // return the druid chip instead [M33]
	DoReplace Do = "replace" // choose the number of replaced units of each kind [M22]
	DoGive    Do = "give"    // choose the tokens that replace the units of one kind [M22]
)

// PlaceWorker puts a worker on a plateau [M7].
type PlaceWorker struct {
	Plateau Material `json:"plateau"`
}

// GainOne takes a material that is in stock [M12].
type GainOne struct {
	Material Material `json:"material"`
}

// LoseOne returns a material; NoMaterial is the only move of an empty hand [M13].
type LoseOne struct {
	Material Material `json:"material"`
}

// Yield moves one of the seat's workers to another plateau, which then yields [M20].
type Yield struct {
	Do     Do       `json:"do"` // DoYield
	From   Material `json:"from"`
	Height int8     `json:"height"` // height of the worker in its stack; the bottom is 1
	To     Material `json:"to"`
}

// Build puts a hut or a temple on a field [M21, M25]. A payment follows unless it is free.
type Build struct {
	Do    Do   `json:"do"` // DoHut or DoTemple
	Field int8 `json:"field"`
}

// Offer offers nothing, both materials or the chip under the hut [M32, M33].
type Offer struct {
	Do Do `json:"do"` // DoNothing, DoBoth or DoChip
}

// OfferOne offers one of the field's two materials [M32].
type OfferOne struct {
	Do       Do       `json:"do"` // DoOne
	Material Material `json:"material"`
}

// Goal is the purpose of a payment. Only the payer knows it until the payment is complete.
type Goal struct {
	Do       Do       `json:"do"`       // DoHut, DoTemple, DoOne or DoBoth
	Field    int8     `json:"field"`    // the building site, or the druid's field
	Material Material `json:"material"` // of DoOne; else NoMaterial
}

// Replace is the first step of a payment: the number of required units that are replaced by three other tokens each
// [M22].
type Replace struct {
	Do    Do     `json:"do"` // DoReplace
	Goal  Goal   `json:"goal"`
	Due   Counts `json:"due"`   // the price
	Units Counts `json:"units"` // replaced units; the rest is paid in kind
}

// Give is a later step of a payment: the tokens that replace the units of one kind [M22]. It repeats all earlier steps,
// so that the move alone determines its result.
type Give struct {
	Do    Do       `json:"do"` // DoGive
	Goal  Goal     `json:"goal"`
	Due   Counts   `json:"due"`
	Units Counts   `json:"units"`
	For   Material `json:"for"`
	With  Counts   `json:"with"`  // three for each unit, none of the replaced kind
	Bound Counts   `json:"bound"` // tokens committed before: Due less Units, and replacements of earlier kinds
}

var moves = engine.MoveTypes{
	KindPlaceWorker: {engine.MoveOf[PlaceWorker]()},
	KindGainOne:     {engine.MoveOf[GainOne]()},
	KindLoseOne:     {engine.MoveOf[LoseOne]()},
	KindTurn:        {engine.MoveOf[Yield](DoYield), engine.MoveOf[Build](DoHut, DoTemple)},
	KindOffer:       {engine.MoveOf[Offer](DoNothing, DoBoth, DoChip), engine.MoveOf[OfferOne](DoOne)},
	KindPay:         {engine.MoveOf[Replace](DoReplace), engine.MoveOf[Give](DoGive)},
}

func (Title) Moves() engine.MoveTypes { return moves }
