package druids

import "nemeton/engine"

// EventName implements engine.Event, as do the methods below. Stored games contain these names, so they are final.
func (SetUp) EventName() string { return "set_up" }

// EventName implements engine.Event.
func (Asked) EventName() string { return "asked" }

// EventName implements engine.Event.
func (TurnBegan) EventName() string { return "turn_began" }

// EventName implements engine.Event.
func (DruidPlaced) EventName() string { return "druid_placed" }

// EventName implements engine.Event.
func (CardDrawn) EventName() string { return "card_drawn" }

// EventName implements engine.Event.
func (NoneDrawn) EventName() string { return "none_drawn" }

// EventName implements engine.Event.
func (Reshuffled) EventName() string { return "reshuffled" }

// EventName implements engine.Event.
func (CardPlayed) EventName() string { return "card_played" }

// EventName implements engine.Event.
func (CardDiscarded) EventName() string { return "card_discarded" }

// EventName implements engine.Event.
func (DiceRolled) EventName() string { return "dice_rolled" }

// EventName implements engine.Event.
func (MagicLeft) EventName() string { return "magic_left" }

// EventName implements engine.Event.
func (MagicDrawn) EventName() string { return "magic_drawn" }

// EventName implements engine.Event.
func (FigureChosen) EventName() string { return "figure_chosen" }

// EventName implements engine.Event.
func (FigureMoved) EventName() string { return "figure_moved" }

// EventName implements engine.Event.
func (FigureEntered) EventName() string { return "figure_entered" }

// EventName implements engine.Event.
func (FigureShifted) EventName() string { return "figure_shifted" }

// EventName implements engine.Event.
func (SpiritCalled) EventName() string { return "spirit_called" }

// EventName implements engine.Event.
func (SpiritBanished) EventName() string { return "spirit_banished" }

// EventName implements engine.Event.
func (ControlTaken) EventName() string { return "control_taken" }

// EventName implements engine.Event.
func (EffectLeft) EventName() string { return "effect_left" }

// EventName implements engine.Event.
func (ExchangeBegan) EventName() string { return "exchange_began" }

// EventName implements engine.Event.
func (CardTaken) EventName() string { return "card_taken" }

// EventName implements engine.Event.
func (CardGiven) EventName() string { return "card_given" }

// EventName implements engine.Event.
func (DiceLost) EventName() string { return "dice_lost" }

// EventName implements engine.Event.
func (VoteBegan) EventName() string { return "vote_began" }

// EventName implements engine.Event.
func (FiguresVoted) EventName() string { return "figures_voted" }

// EventName implements engine.Event.
func (CardVoted) EventName() string { return "card_voted" }

// EventName implements engine.Event.
func (VotingDone) EventName() string { return "voting_done" }

// EventName implements engine.Event.
func (VoteTied) EventName() string { return "vote_tied" }

// EventName implements engine.Event.
func (VoteDecided) EventName() string { return "vote_decided" }

// EventName implements engine.Event.
func (HandsShown) EventName() string { return "hands_shown" }

// EventName implements engine.Event.
func (Valued) EventName() string { return "valued" }

// EventName implements engine.Event.
func (GameEnded) EventName() string { return "game_ended" }

var registry = engine.NewRegistry(
	engine.NewEventType[SetUp](1, engine.Public),
	engine.NewEventType[Asked](1, engine.Withhold),
	engine.NewEventType[TurnBegan](1, engine.Public),
	engine.NewEventType[DruidPlaced](1, engine.Public),
	engine.NewEventType[CardDrawn](1, engine.ToSeat(
		func(e CardDrawn) engine.Seat { return e.Seat }, func(e CardDrawn) any { return SeatOnly{e.Seat} })).Revealing("D31"),
	engine.NewEventType[NoneDrawn](1, engine.Public),
	engine.NewEventType[Reshuffled](1, engine.Public),
	engine.NewEventType[CardPlayed](1, engine.Public),
	engine.NewEventType[CardDiscarded](1, engine.Public),
	engine.NewEventType[DiceRolled](1, engine.Public),
	engine.NewEventType[MagicLeft](1, engine.Public),
	engine.NewEventType[MagicDrawn](1, engine.Public),
	engine.NewEventType[FigureChosen](1, engine.Public),
	engine.NewEventType[FigureMoved](1, engine.Public),
	engine.NewEventType[FigureEntered](1, engine.Public),
	engine.NewEventType[FigureShifted](1, engine.Public),
	engine.NewEventType[SpiritCalled](1, engine.Public),
	engine.NewEventType[SpiritBanished](1, engine.Public),
	engine.NewEventType[ControlTaken](1, engine.Public),
	engine.NewEventType[EffectLeft](1, engine.Public),
	engine.NewEventType[ExchangeBegan](1, engine.Public),
	engine.NewEventType[CardTaken](1, redactTaken).Revealing("D34"),
	engine.NewEventType[CardGiven](1, redactGiven),
	engine.NewEventType[DiceLost](1, engine.Public),
	engine.NewEventType[VoteBegan](1, engine.Public),
	engine.NewEventType[FiguresVoted](1, engine.Public),
	engine.NewEventType[CardVoted](1, engine.Public),
	engine.NewEventType[VotingDone](1, engine.Public),
	engine.NewEventType[VoteTied](1, engine.Public),
	engine.NewEventType[VoteDecided](1, engine.Public),
	engine.NewEventType[HandsShown](1, engine.Public).Revealing("D54"),
	engine.NewEventType[Valued](1, engine.Public),
	engine.NewEventType[GameEnded](1, engine.Public),
)

// Registry lists every event type of the title.
func (Title) Registry() *engine.Registry { return registry }

// redactTaken sends a taken card to the two seats; others receive CardMoved.
func redactTaken(e engine.Event, v engine.Viewer) (any, bool) {
	taken, ok := e.(CardTaken)
	if !ok {
		return nil, false
	}
	if v.Is(taken.Seat) || v.Is(taken.From) {
		return taken, true
	}
	return CardMoved{Seat: taken.Seat, From: taken.From, Why: taken.Why}, true
}

// redactGiven sends a returned card to the two seats; others receive CardMoved.
func redactGiven(e engine.Event, v engine.Viewer) (any, bool) {
	given, ok := e.(CardGiven)
	if !ok {
		return nil, false
	}
	if v.Is(given.Seat) || v.Is(given.From) {
		return given, true
	}
	return CardMoved{Seat: given.Seat, From: given.From, Why: InReturn}, true
}
