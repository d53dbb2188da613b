package pangea

import "nemeton/engine"

func (s *State) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{
		"counter": &s.counter,
		"owes":    &s.owes,

		"start": &s.start,
		"turn":  s.turn.members(),
		"last":  engine.OneOf(&s.last, ReasonRank, ReasonLimit),
		"over":  &s.over,

		"field": engine.Within(&s.field, 0, fields-1),
		"tile":  engine.Within(&s.tile, noTile, tiles-1),
		"crowd": engine.Within(&s.crowd, 0, tribes),

		"at":      engine.Within(&s.at, inHand, tiles-1),
		"carries": &s.carries,
		"moved":   &s.moved,

		"tower": engine.Within(&s.tower, noTile, tiles-1),
		"spell": engine.Within(&s.spell, noField, fields-1),

		"goods":   &s.goods,
		"amulets": engine.Within(&s.amulets, 0, 1<<(amuletKinds+1)-1),

		"wins":   &s.wins,
		"scores": &s.scores,
	}
}

func (o *owed) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{
		"no": &o.no, "seat": &o.seat, "kind": engine.OneOf(&o.kind, KindPlaceTower, KindMagic, KindMovement, KindBuying, KindSpell),
	}
}

func (t *TurnView) members() engine.SnapshotFields {
	return engine.SnapshotFields{
		"seat": &t.Seat, "number": &t.Number, "round": &t.Round, "actions": &t.Actions,
		"phase": engine.OneOf(&t.Phase, PhasePlacing, PhaseMagic, PhaseMovement, PhaseBuying, PhaseSpell, PhaseOver),
	}
}
