package druids

import "nemeton/engine"

// SetUp opens a table [D15]. The deck holds all cards; their order is drawn card by card (see the package's words on chance).
type SetUp struct {
	Start engine.Seat `json:"start"`
}

// Asked opens a decision. It always stands last in its entry.
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

// DruidPlaced puts the own druid on a pentagram [D20].
type DruidPlaced struct {
	Seat  engine.Seat `json:"seat"`
	Stone int8        `json:"stone"`
}

// CardDrawn draws a card of the deck. Others learn the seat only (SeatOnly).
type CardDrawn struct {
	Seat engine.Seat `json:"seat"`
	Card Card        `json:"card"`
}

// SeatOnly is what others learn of a card drawn.
type SeatOnly struct {
	Seat engine.Seat `json:"seat"`
}

// NoneDrawn says that a card should be drawn and none is left [D12].
type NoneDrawn struct {
	Seat engine.Seat `json:"seat"`
}

// Reshuffled makes the discard pile the deck [D12].
type Reshuffled struct {
	Cards int8 `json:"cards"`
}

// CardPlayed plays a card; it is in play until CardDiscarded [D11].
type CardPlayed struct {
	Seat   engine.Seat `json:"seat"`
	Card   Card        `json:"card"`
	Figure Figure      `json:"figure"` // as in Play
	Victim engine.Seat `json:"victim"` // as Play.Seat
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
	Moving int8            `json:"moving"` // own figures on stones, counted now [D22]
	Uses   int8            `json:"uses"`   // how many of the dice are used, at most
}

// MagicLeft declines a magic move [D23].
type MagicLeft struct {
	Seat engine.Seat `json:"seat"`
}

// MagicDrawn takes two cards instead of moving; they follow [D23].
type MagicDrawn struct {
	Seat engine.Seat `json:"seat"`
}

// FigureChosen settles which figure moves next, or is put somewhere.
type FigureChosen struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	Why    Why         `json:"why"`
	Die    int8        `json:"die"` // of WhyDie; else -1
}

// Why is what lets a figure be moved or put.
type Why string

// The reasons.
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
	Path   []int8      `json:"path"` // stones entered; the last is To
	Die    int8        `json:"die"`
}

// FigureEntered brings a figure from its pentagram to the place of decision [D30].
type FigureEntered struct {
	Seat     engine.Seat `json:"seat"`
	Figure   Figure      `json:"figure"`
	Gathered int8        `json:"gathered"` // figures there now; five begin the vote [D40]
}

// FigureShifted moves a figure by Mist or magic: no way, no landing [D11, D23].
type FigureShifted struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	From   int8        `json:"from"`
	To     int8        `json:"to"`
	Why    Why         `json:"why"`
}

// SpiritCalled takes a spirit from its place to a stone, under the seat's control [D11, D33, D60].
type SpiritCalled struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	Stone  int8        `json:"stone"`
	Why    Why         `json:"why"`
}

// SpiritBanished sends a spirit back to its place; its controller loses the card [D33].
type SpiritBanished struct {
	Seat   engine.Seat `json:"seat"` // who banishes
	Figure Figure      `json:"figure"`
	From   engine.Seat `json:"from"` // who controlled it
	Stone  int8        `json:"stone"`
}

// ControlTaken gives a spirit on a stone to another player [D35, D36].
type ControlTaken struct {
	Seat   engine.Seat `json:"seat"`
	Figure Figure      `json:"figure"`
	From   engine.Seat `json:"from"`
}

// EffectLeft uses no effect of the stone.
type EffectLeft struct {
	Seat engine.Seat `json:"seat"`
}

// ExchangeBegan demands an exchange of cards [D34].
type ExchangeBegan struct {
	Seat  engine.Seat `json:"seat"`
	With  engine.Seat `json:"with"`
	Cards int8        `json:"cards"`
}

// CardTaken takes a card unseen out of a hand. The two seats learn it; others see that it happens (CardMoved).
type CardTaken struct {
	Seat engine.Seat `json:"seat"` // who takes
	From engine.Seat `json:"from"`
	Card Card        `json:"card"`
	Why  Taking      `json:"why"`
}

// CardMoved is what others learn of a card taken or given.
type CardMoved struct {
	Seat engine.Seat `json:"seat"` // who has it now
	From engine.Seat `json:"from"`
	Why  Taking      `json:"why"`
}

// CardGiven gives a card back in an exchange [D34]. The two seats learn it; others see that it happens (CardMoved).
type CardGiven struct {
	Seat engine.Seat `json:"seat"` // who has it now
	From engine.Seat `json:"from"`
	Card Card        `json:"card"`
}

// Taking is why a card goes from hand to hand.
type Taking string

// The reasons.
const (
	ByExchange Taking = "exchange" // [D34]
	ByMorrigan Taking = "morrigan" // [D36]
	ByRaven    Taking = "raven"    // [D11]
	InReturn   Taking = "return"   // what is given in an exchange [D34]
)

// DiceLost says that no figure can use what is left of the dice [D22].
type DiceLost struct {
	Seat engine.Seat `json:"seat"`
	Dice []int8      `json:"dice"` // which dice
}
