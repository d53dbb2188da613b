package meduris

import "nemeton/engine"

// EventName implements engine.Event, as do the methods below. Stored games contain these names, so they are final.
func (SetUp) EventName() string { return "set_up" }

// EventName implements engine.Event.
func (Asked) EventName() string { return "asked" }

// EventName implements engine.Event.
func (WorkerPlaced) EventName() string { return "worker_placed" }

// EventName implements engine.Event.
func (TurnBegan) EventName() string { return "turn_began" }

// EventName implements engine.Event.
func (DieRolled) EventName() string { return "die_rolled" }

// EventName implements engine.Event.
func (Yielded) EventName() string { return "yielded" }

// EventName implements engine.Event.
func (Gained) EventName() string { return "gained" }

// EventName implements engine.Event.
func (LossChosen) EventName() string { return "loss_chosen" }

// EventName implements engine.Event.
func (LossesReturned) EventName() string { return "losses_returned" }

// EventName implements engine.Event.
func (WorkerMoved) EventName() string { return "worker_moved" }

// EventName implements engine.Event.
func (PaymentBegun) EventName() string { return "payment_begun" }

// EventName implements engine.Event.
func (PaymentBound) EventName() string { return "payment_bound" }

// EventName implements engine.Event.
func (Paid) EventName() string { return "paid" }

// EventName implements engine.Event.
func (HutBuilt) EventName() string { return "hut_built" }

// EventName implements engine.Event.
func (TempleBuilt) EventName() string { return "temple_built" }

// EventName implements engine.Event.
func (ChipUsed) EventName() string { return "chip_used" }

// EventName implements engine.Event.
func (RuneTaken) EventName() string { return "rune_taken" }

// EventName implements engine.Event.
func (DruidMoved) EventName() string { return "druid_moved" }

// EventName implements engine.Event.
func (RiverCrossed) EventName() string { return "river_crossed" }

// EventName implements engine.Event.
func (Offered) EventName() string { return "offered" }

// EventName implements engine.Event.
func (LastTurnsAnnounced) EventName() string { return "last_turns_announced" }

// EventName implements engine.Event.
func (LastLapBegan) EventName() string { return "last_lap_began" }

// EventName implements engine.Event.
func (TemplesScored) EventName() string { return "temples_scored" }

// EventName implements engine.Event.
func (RunesScored) EventName() string { return "runes_scored" }

// EventName implements engine.Event.
func (HandsShown) EventName() string { return "hands_shown" }

// EventName implements engine.Event.
func (GameEnded) EventName() string { return "game_ended" }

var registry = engine.NewRegistry(
	engine.NewEventType[SetUp](1, engine.Public),
	engine.NewEventType[Asked](1, engine.Withhold),
	engine.NewEventType[WorkerPlaced](1, engine.Public),
	engine.NewEventType[TurnBegan](1, engine.Public),
	engine.NewEventType[DieRolled](1, engine.Public),
	engine.NewEventType[Yielded](1, engine.Public),
	engine.NewEventType[Gained](1, engine.Public),
	engine.NewEventType[LossChosen](1, engine.ToSeat(
		func(e LossChosen) engine.Seat { return e.Seat }, func(e LossChosen) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[LossesReturned](1, engine.Public).Revealing("M13"),
	engine.NewEventType[WorkerMoved](1, engine.Public),
	engine.NewEventType[PaymentBegun](1, engine.ToSeat(
		func(e PaymentBegun) engine.Seat { return e.Seat }, func(e PaymentBegun) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[PaymentBound](1, engine.ToSeat(
		func(e PaymentBound) engine.Seat { return e.Seat }, func(e PaymentBound) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[Paid](1, engine.Public),
	engine.NewEventType[HutBuilt](1, engine.Public),
	engine.NewEventType[TempleBuilt](1, engine.Public),
	engine.NewEventType[ChipUsed](1, engine.Public),
	engine.NewEventType[RuneTaken](1, engine.Public),
	engine.NewEventType[DruidMoved](1, engine.Public),
	engine.NewEventType[RiverCrossed](1, engine.Public),
	engine.NewEventType[Offered](1, engine.Public),
	engine.NewEventType[LastTurnsAnnounced](1, engine.Public),
	engine.NewEventType[LastLapBegan](1, engine.Public),
	engine.NewEventType[TemplesScored](1, engine.Public),
	engine.NewEventType[RunesScored](1, engine.Public),
	engine.NewEventType[HandsShown](1, engine.Public).Revealing("M45"),
	engine.NewEventType[GameEnded](1, engine.Public),
)

// Registry lists every event type of the title.
func (Title) Registry() *engine.Registry { return registry }
