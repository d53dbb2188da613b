package pangea

import "nemeton/engine"

// EventName implements engine.Event, as do the methods below. Stored games contain these names, so they are final.
func (SetUp) EventName() string { return "set_up" }

// EventName implements engine.Event.
func (NeutralSettled) EventName() string { return "neutral_settled" }

// EventName implements engine.Event.
func (TribesDrawn) EventName() string { return "tribes_drawn" }

// EventName implements engine.Event.
func (Asked) EventName() string { return "asked" }

// EventName implements engine.Event.
func (TowerPlaced) EventName() string { return "tower_placed" }

// EventName implements engine.Event.
func (TurnBegan) EventName() string { return "turn_began" }

// EventName implements engine.Event.
func (SpellLifted) EventName() string { return "spell_lifted" }

// EventName implements engine.Event.
func (TribeFounded) EventName() string { return "tribe_founded" }

// EventName implements engine.Event.
func (TileShifted) EventName() string { return "tile_shifted" }

// EventName implements engine.Event.
func (NeutralMoved) EventName() string { return "neutral_moved" }

// EventName implements engine.Event.
func (TribeMoved) EventName() string { return "tribe_moved" }

// EventName implements engine.Event.
func (PhaseEnded) EventName() string { return "phase_ended" }

// EventName implements engine.Event.
func (AmuletDelivered) EventName() string { return "amulet_delivered" }

// EventName implements engine.Event.
func (AmuletBought) EventName() string { return "amulet_bought" }

// EventName implements engine.Event.
func (GoodsProduced) EventName() string { return "goods_produced" }

// EventName implements engine.Event.
func (SpellLaid) EventName() string { return "spell_laid" }

// EventName implements engine.Event.
func (LastRoundAnnounced) EventName() string { return "last_round_announced" }

// EventName implements engine.Event.
func (LastRoundFell) EventName() string { return "last_round_fell" }

// EventName implements engine.Event.
func (GameEnded) EventName() string { return "game_ended" }

var registry = engine.NewRegistry(
	engine.NewEventType[SetUp](1, engine.Public),
	engine.NewEventType[NeutralSettled](1, engine.Public),
	engine.NewEventType[TribesDrawn](1, engine.ToSeat(
		func(e TribesDrawn) engine.Seat { return e.Seat }, func(e TribesDrawn) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[Asked](1, engine.Public),
	engine.NewEventType[TowerPlaced](1, engine.Public).Revealing("P12"),
	engine.NewEventType[TurnBegan](1, engine.Public),
	engine.NewEventType[SpellLifted](1, engine.Public),
	engine.NewEventType[TribeFounded](1, engine.Public),
	engine.NewEventType[TileShifted](1, engine.Public),
	engine.NewEventType[NeutralMoved](1, engine.Public),
	engine.NewEventType[TribeMoved](1, engine.Public),
	engine.NewEventType[PhaseEnded](1, engine.Public),
	engine.NewEventType[AmuletDelivered](1, engine.Public),
	engine.NewEventType[AmuletBought](1, engine.Public),
	engine.NewEventType[GoodsProduced](1, engine.Public),
	engine.NewEventType[SpellLaid](1, engine.Public),
	engine.NewEventType[LastRoundAnnounced](1, engine.Public),
	engine.NewEventType[LastRoundFell](1, engine.Public),
	engine.NewEventType[GameEnded](1, engine.Public),
)

// Registry lists every event type of the title.
func (Title) Registry() *engine.Registry { return registry }
