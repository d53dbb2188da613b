package druids

import "nemeton/engine"

var registry = engine.NewRegistry(
	engine.NewEventType[SetUp]("set_up", 1, engine.Public),
	engine.NewEventType[Asked]("asked", 1, engine.Withhold),
	engine.NewEventType[TurnBegan]("turn_began", 1, engine.Public),
	engine.NewEventType[DruidPlaced]("druid_placed", 1, engine.Public),
	engine.NewEventType[CardDrawn]("card_drawn", 1, engine.ToSeat(
		func(e CardDrawn) engine.Seat { return e.Seat }, func(e CardDrawn) any { return SeatOnly{e.Seat} })).Revealing("D31"),
	engine.NewEventType[NoneDrawn]("none_drawn", 1, engine.Public),
	engine.NewEventType[Reshuffled]("reshuffled", 1, engine.Public),
	engine.NewEventType[CardPlayed]("card_played", 1, engine.Public),
	engine.NewEventType[CardDiscarded]("card_discarded", 1, engine.Public),
	engine.NewEventType[DiceRolled]("dice_rolled", 1, engine.Public),
	engine.NewEventType[MagicLeft]("magic_left", 1, engine.Public),
	engine.NewEventType[MagicDrawn]("magic_drawn", 1, engine.Public),
	engine.NewEventType[FigureChosen]("figure_chosen", 1, engine.Public),
	engine.NewEventType[FigureMoved]("figure_moved", 1, engine.Public),
	engine.NewEventType[FigureEntered]("figure_entered", 1, engine.Public),
	engine.NewEventType[FigureShifted]("figure_shifted", 1, engine.Public),
	engine.NewEventType[SpiritCalled]("spirit_called", 1, engine.Public),
	engine.NewEventType[SpiritBanished]("spirit_banished", 1, engine.Public),
	engine.NewEventType[ControlTaken]("control_taken", 1, engine.Public),
	engine.NewEventType[EffectLeft]("effect_left", 1, engine.Public),
	engine.NewEventType[ExchangeBegan]("exchange_began", 1, engine.Public),
	engine.NewEventType[CardTaken]("card_taken", 1, redactTaken).Revealing("D34"),
	engine.NewEventType[CardGiven]("card_given", 1, redactGiven),
	engine.NewEventType[DiceLost]("dice_lost", 1, engine.Public),
	engine.NewEventType[VoteBegan]("vote_began", 1, engine.Public),
	engine.NewEventType[FiguresVoted]("figures_voted", 1, engine.Public),
	engine.NewEventType[CardVoted]("card_voted", 1, engine.Public),
	engine.NewEventType[VotingDone]("voting_done", 1, engine.Public),
	engine.NewEventType[VoteTied]("vote_tied", 1, engine.Public),
	engine.NewEventType[VoteDecided]("vote_decided", 1, engine.Public),
	engine.NewEventType[HandsShown]("hands_shown", 1, engine.Public).Revealing("D54"),
	engine.NewEventType[Valued]("valued", 1, engine.Public),
	engine.NewEventType[GameEnded]("game_ended", 1, engine.Public),
)

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
