package meduris

import "nemeton/engine"

var registry = engine.NewRegistry(
	engine.NewEventType[SetUp]("set_up", 1, engine.Public),
	engine.NewEventType[Asked]("asked", 1, engine.Withhold),
	engine.NewEventType[WorkerPlaced]("worker_placed", 1, engine.Public),
	engine.NewEventType[TurnBegan]("turn_began", 1, engine.Public),
	engine.NewEventType[DieRolled]("die_rolled", 1, engine.Public),
	engine.NewEventType[Yielded]("yielded", 1, engine.Public),
	engine.NewEventType[Gained]("gained", 1, engine.Public),
	engine.NewEventType[LossChosen]("loss_chosen", 1, engine.ToSeat(
		func(e LossChosen) engine.Seat { return e.Seat }, func(e LossChosen) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[LossesReturned]("losses_returned", 1, engine.Public).Revealing("M13"),
	engine.NewEventType[WorkerMoved]("worker_moved", 1, engine.Public),
	engine.NewEventType[PaymentBegun]("payment_begun", 1, engine.ToSeat(
		func(e PaymentBegun) engine.Seat { return e.Seat }, func(e PaymentBegun) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[PaymentBound]("payment_bound", 1, engine.ToSeat(
		func(e PaymentBound) engine.Seat { return e.Seat }, func(e PaymentBound) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[Paid]("paid", 1, engine.Public),
	engine.NewEventType[HutBuilt]("hut_built", 1, engine.Public),
	engine.NewEventType[TempleBuilt]("temple_built", 1, engine.Public),
	engine.NewEventType[ChipUsed]("chip_used", 1, engine.Public),
	engine.NewEventType[RuneTaken]("rune_taken", 1, engine.Public),
	engine.NewEventType[DruidMoved]("druid_moved", 1, engine.Public),
	engine.NewEventType[RiverCrossed]("river_crossed", 1, engine.Public),
	engine.NewEventType[Offered]("offered", 1, engine.Public),
	engine.NewEventType[LastTurnsAnnounced]("last_turns_announced", 1, engine.Public),
	engine.NewEventType[LastLapBegan]("last_lap_began", 1, engine.Public),
	engine.NewEventType[TemplesScored]("temples_scored", 1, engine.Public),
	engine.NewEventType[RunesScored]("runes_scored", 1, engine.Public),
	engine.NewEventType[HandsShown]("hands_shown", 1, engine.Public).Revealing("M45"),
	engine.NewEventType[GameEnded]("game_ended", 1, engine.Public),
)

func (Title) Registry() *engine.Registry { return registry }
