package pangea

import "nemeton/engine"

var registry = engine.NewRegistry(
	engine.NewEventType[SetUp]("set_up", 1, engine.Public),
	engine.NewEventType[NeutralSettled]("neutral_settled", 1, engine.Public),
	engine.NewEventType[TribesDrawn]("tribes_drawn", 1, engine.ToSeat(
		func(e TribesDrawn) engine.Seat { return e.Seat }, func(e TribesDrawn) any { return SeatOnly{e.Seat} })),
	engine.NewEventType[Asked]("asked", 1, engine.Public),
	engine.NewEventType[TowerPlaced]("tower_placed", 1, engine.Public).Revealing("P12"),
	engine.NewEventType[TurnBegan]("turn_began", 1, engine.Public),
	engine.NewEventType[SpellLifted]("spell_lifted", 1, engine.Public),
	engine.NewEventType[TribeFounded]("tribe_founded", 1, engine.Public),
	engine.NewEventType[TileShifted]("tile_shifted", 1, engine.Public),
	engine.NewEventType[NeutralMoved]("neutral_moved", 1, engine.Public),
	engine.NewEventType[TribeMoved]("tribe_moved", 1, engine.Public),
	engine.NewEventType[PhaseEnded]("phase_ended", 1, engine.Public),
	engine.NewEventType[AmuletDelivered]("amulet_delivered", 1, engine.Public),
	engine.NewEventType[AmuletBought]("amulet_bought", 1, engine.Public),
	engine.NewEventType[GoodsProduced]("goods_produced", 1, engine.Public),
	engine.NewEventType[SpellLaid]("spell_laid", 1, engine.Public),
	engine.NewEventType[LastRoundAnnounced]("last_round_announced", 1, engine.Public),
	engine.NewEventType[LastRoundFell]("last_round_fell", 1, engine.Public),
	engine.NewEventType[GameEnded]("game_ended", 1, engine.Public),
)

func (Title) Registry() *engine.Registry { return registry }
