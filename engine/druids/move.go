package druids

import "nemeton/engine"

// The kinds of decisions, with the types of their moves. One decision is open at a time.
const (
	KindPlace    = "place"     // Place [D20]
	KindTurn     = "turn"      // Roll, Play or Call [D21, D11, D60]
	KindMagic    = "magic"     // Magic or Shift [D23]
	KindUse      = "use"       // Use [D22]
	KindGo       = "go"        // Go [D24, D25, D26]
	KindPut      = "put"       // Put [D11, D23, D33, D60]
	KindLanding  = "landing"   // Land, Summon, Banish or Exchange [D31, D33, D34, D35]
	KindRob      = "rob"       // Rob [D36]
	KindGive     = "give"      // Give [D34]
	KindVote     = "vote"      // Vote [D41, D42]
	KindVoteCard = "vote_card" // VoteDone, VotePotion, VoteImage or VoteDouble [D41]
)

// Do names the action of a move; see engine.Do.
type Do = engine.Do

// The actions of moves.
const (
	DoRoll     Do = "roll"     // roll the dice [D21]
	DoPlay     Do = "play"     // play a card [D11]
	DoCall     Do = "call"     // put a spirit on a spirit stone instead of rolling [D60]
	DoMove     Do = "move"     // use the dice instead of magic [D23]
	DoDraw     Do = "draw"     // draw two cards by magic [D23], or the cards of a plant stone [D31]
	DoShift    Do = "shift"    // move any spirit by magic [D23]
	DoNothing  Do = "nothing"  // use no effect of the stone
	DoSummon   Do = "summon"   // take a spirit from its place [D33]
	DoBanish   Do = "banish"   // return a spirit to its place [D33]
	DoExchange Do = "exchange" // take cards from the druid's player and give as many back [D34]
	DoTake     Do = "take"     // take control of the spirit [D35]
	DoDone     Do = "done"     // use no more cards in the vote [D41]
	DoPotion   Do = "potion"   // show a potion for a vote [D41, D43]
	DoImage    Do = "image"    // show a Magic Image for a vote [D41]
	DoDouble   Do = "double"   // show Teutates or Lug and double a spirit [D41]
)

// Place puts the seat's druid on a pentagram [D20].
type Place struct {
	Stone int8 `json:"stone"`
}

// Roll rolls both dice [D21].
type Roll struct {
	Do Do `json:"do"` // DoRoll
}

// Play plays a card [D11].
type Play struct {
	Do     Do          `json:"do"` // DoPlay
	Card   Card        `json:"card"`
	Figure Figure      `json:"figure"` // moved by Mist, placed by Calling, returned by Banishing; else NoFigure
	Seat   engine.Seat `json:"seat"`   // robbed by Raven; else NoSeat
}

// Call takes a spirit from its place instead of rolling; a Put follows [D60].
type Call struct {
	Do     Do     `json:"do"` // DoCall
	Figure Figure `json:"figure"`
}

// Magic draws two cards, or declines magic [D23].
type Magic struct {
	Do Do `json:"do"` // DoMove or DoDraw
}

// Shift lifts a spirit from a stone; a Put follows [D23].
type Shift struct {
	Do     Do     `json:"do"` // DoShift
	Figure Figure `json:"figure"`
}

// Use chooses a die and the figure that it moves; a Go follows [D22].
type Use struct {
	Die    int8   `json:"die"` // 0 or 1
	Figure Figure `json:"figure"`
}

// Go moves the chosen figure to a stone [D24, D25, D26]. Every stone within reach is listed once, with the shortest
// path.
type Go struct {
	Stone int8 `json:"stone"`
	Path  Path `json:"path"` // stones entered, in order; the last is Stone
}

// Put puts the lifted figure on a stone [D11, D23, D33, D60].
type Put struct {
	Stone int8 `json:"stone"`
}

// Land uses an effect of the stone without a further choice, or none [D31, D35].
type Land struct {
	Do Do `json:"do"` // DoNothing, DoDraw or DoTake
}

// Summon takes a spirit from its place; a Put next to the figure follows [D33].
type Summon struct {
	Do     Do     `json:"do"` // DoSummon
	Figure Figure `json:"figure"`
}

// Banish returns a spirit from a stone to its place [D33].
type Banish struct {
	Do     Do     `json:"do"` // DoBanish
	Figure Figure `json:"figure"`
}

// Exchange takes cards unseen; as many Gives follow [D34].
type Exchange struct {
	Do    Do   `json:"do"`    // DoExchange
	Cards int8 `json:"cards"` // 1 or 2
}

// Rob takes cards unseen from the player whose druid Morrigan met [D36].
type Rob struct {
	Cards int8 `json:"cards"` // 1 or 2
}

// Give gives a card back in an exchange [D34].
type Give struct {
	Card Card `json:"card"`
}

// Vote casts the votes of the seat's figures that have a choice [D41, D42].
type Vote struct {
	Druid Cult `json:"druid"` // NoCult if the seat's druid is not there
	King  Cult `json:"king"`  // NoCult if the seat's Dwarf King is not there
}

// VoteDone ends the use of cards [D41].
type VoteDone struct {
	Do Do `json:"do"` // DoDone
}

// VotePotion shows the four cards of a potion for one vote [D41, D43].
type VotePotion struct {
	Do     Do   `json:"do"`     // DoPotion
	Potion Cult `json:"potion"` // the cult of its plants
	Cult   Cult `json:"cult"`   // the cult voted for
}

// VoteImage shows a Magic Image for one vote [D41].
type VoteImage struct {
	Do   Do   `json:"do"` // DoImage
	Cult Cult `json:"cult"`
}

// VoteDouble shows Teutates or Lug and doubles the vote of one of the seat's spirits [D41].
type VoteDouble struct {
	Do     Do     `json:"do"`   // DoDouble
	Card   Card   `json:"card"` // Teutates or Lug
	Figure Figure `json:"figure"`
}
