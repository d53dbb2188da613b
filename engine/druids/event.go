package druids

import "nemeton/engine"

// SetUp opens a table [D15]. The deck holds all cards; see the package comment for its order.
type SetUp struct {
	Start engine.Seat `json:"start"`
}

// Asked opens a decision. It is always the last event of its entry.
type Asked struct {
	Kind string      `json:"kind"`
	Seat engine.Seat `json:"seat"`
}

// TurnBegan begins a turn.
type TurnBegan struct {
	Seat  engine.Seat `json:"seat"`
	Turn  int16       `json:"turn"`  // from 1, over all players
	Round int16       `json:"round"` // from 1
}

// DruidPlaced puts the seat's druid on a pentagram [D20].
type DruidPlaced struct {
	Seat  engine.Seat `json:"seat"`
	Stone int8        `json:"stone"`
}

// CardDrawn draws a card from the deck. Other seats receive SeatOnly.
type CardDrawn struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// SeatOnly is the form of a drawn card that other seats receive.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// NoneDrawn means that the seat should draw but no card is left [D12].
type NoneDrawn struct {
	Seat engine.Seat `json:"seat"`
}

// Reshuffled turns the discard pile into the deck [D12].
type Reshuffled struct {
	Cards int8 `json:"cards"`
}

// CardPlayed plays a card; it is in play until CardDiscarded [D11].
type CardPlayed struct {
	Seat   engine.Seat `json:"seat"`
	Card   Card        `json:"card"`
	Figure Figure      `json:"figure"` // see Play.Figure
	Victim engine.Seat `json:"victim"` // see Play.Seat
}

// CardDiscarded puts the card in play on the discard pile [D11].
type CardDiscarded struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// DiceRolled rolls both dice [D21].
type DiceRolled struct {
	Seat   engine.Seat     `json:"seat"`
	Dice   [diceCount]Face `json:"dice"`
	Moving int8            `json:"moving"` // the seat's figures on stones at this moment [D22]
	Uses   int8            `json:"uses"`   // largest number of dice that the seat uses
}

// MagicLeft declines a magic move [D23].
type MagicLeft struct {
	Seat engine.Seat `json:"seat"`
}

// MagicDrawn chooses two cards instead of a move; the draws follow [D23].
type MagicDrawn struct {
	Seat engine.Seat `json:"seat"`
}

// FigureChosen chooses the figure that moves next.
type FigureChosen struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	Why    Why         `json:"why"`
	Die    int8        `json:"die"` // of WhyDie; else -1
}

// Why is the cause of a figure's move.
type Why string

// The causes.
const (
	WhyDie     Why = "die"     // a die [D22]
	WhyMist    Why = "mist"    // the card [D11]
	WhyCalling Why = "calling" // the card [D11]
	WhyCall    Why = "call"    // a player without a moving figure calls a spirit [D60]
	WhyShift   Why = "shift"   // a magic move [D23]
	WhySummon  Why = "summon"  // a spirit stone [D33]
)

// FigureMoved moves a figure by a die [D24, D25].
type FigureMoved struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	From   int8        `json:"from"`
	To     int8        `json:"to"`
	Path   []int8      `json:"path"` // stones entered; the last one is To
	Die    int8        `json:"die"`
}

// FigureEntered moves a figure from its pentagram to the place of decision [D30].
type FigureEntered struct {
	Seat     engine.Seat `json:"seat"`
	Figure   Figure      `json:"figure"`
	Gathered int8        `json:"gathered"` // figures there now; five begin the vote [D40]
}

// FigureShifted moves a figure by Mist or magic, without a path and without a landing [D11, D23].
type FigureShifted struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	From   int8        `json:"from"`
	To     int8        `json:"to"`
	Why    Why         `json:"why"`
}

// SpiritCalled moves a spirit from its place to a stone, under the seat's control [D11, D33, D60].
type SpiritCalled struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	Stone  int8        `json:"stone"`
	Why    Why         `json:"why"`
}

// SpiritBanished returns a spirit to its place; its controller loses control [D33].
type SpiritBanished struct {
	Seat   engine.Seat `json:"seat"` // the banishing seat
	Figure Figure      `json:"figure"`
	From   engine.Seat `json:"from"` // the former controller
	Stone  int8        `json:"stone"`
}

// ControlTaken gives a spirit on a stone to another player [D35, D36].
type ControlTaken struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	From   engine.Seat `json:"from"`
}

// EffectLeft declines the effects of the stone.
type EffectLeft struct {
	Seat engine.Seat `json:"seat"`
}

// ExchangeBegan demands an exchange of cards [D34].
type ExchangeBegan struct {
	Seat  engine.Seat `json:"seat"`
	With  engine.Seat `json:"with"`
	Cards int8        `json:"cards"`
}

// CardTaken takes a card unseen from a hand. The two seats receive it; other viewers receive CardMoved.
type CardTaken struct {
	Seat engine.Seat `json:"seat"` // the seat that takes it
	From engine.Seat `json:"from"`
	Card Card        `json:"card"`
	Why  Taking      `json:"why"`
}

// CardMoved is the form of a taken or given card that other viewers receive.
type CardMoved struct {
	Seat engine.Seat `json:"seat"` // the new holder
	From engine.Seat `json:"from"`
	Why  Taking      `json:"why"`
}

// CardGiven gives a card back in an exchange [D34]. The two seats receive it; other viewers receive CardMoved.
type CardGiven struct {
	Seat engine.Seat `json:"seat"` // the new holder
	From engine.Seat `json:"from"`
	Card Card        `json:"card"`
}

// Taking is the cause of a card's change of hands.
type Taking string

// The causes.
const (
	ByExchange Taking = "exchange" // [D34]
	ByMorrigan Taking = "morrigan" // [D36]
	ByRaven    Taking = "raven"    // [D11]
	InReturn   Taking = "return"   // the return of an exchange [D34]
)

// DiceLost means that no figure can use the remaining dice [D22].
type DiceLost struct {
	Seat engine.Seat `json:"seat"`
	Dice []int8      `json:"dice"` // indexes of the dice
}
