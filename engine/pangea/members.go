package pangea

import "nemeton/engine/codec"

func (s *State) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"counter": &s.counter,
		"owes":    &s.owes,

		"start": &s.start,
		"turn":  s.turn.members(),
		"last":  codec.OneOf(&s.last, ReasonRank, ReasonLimit),
		"over":  &s.over,

		"field": codec.Within(&s.field, 0, fields-1),
		"tile":  codec.Within(&s.tile, noTile, tiles-1),
		"crowd": codec.Within(&s.crowd, 0, tribes),

		"at":      codec.Within(&s.at, inHand, tiles-1),
		"carries": &s.carries,
		"moved":   &s.moved,

		"tower": codec.Within(&s.tower, noTile, tiles-1),
		"spell": codec.Within(&s.spell, noField, fields-1),

		"goods":   &s.goods,
		"amulets": codec.Within(&s.amulets, 0, 1<<(amuletKinds+1)-1),

		"wins":   &s.wins,
		"scores": &s.scores,
	}
}

func (o *owed) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"no": &o.no, "seat": &o.seat, "kind": codec.OneOf(&o.kind, KindPlaceTower, KindMagic, KindMovement, KindBuying, KindSpell),
	}
}

func (t *TurnView) members() codec.SnapshotFields {
	return codec.SnapshotFields{
		"seat": &t.Seat, "number": &t.Number, "round": &t.Round, "actions": &t.Actions,
		"phase": codec.OneOf(&t.Phase, PhasePlacing, PhaseMagic, PhaseMovement, PhaseBuying, PhaseSpell, PhaseOver),
	}
}
