package meduris

import "nemeton/engine/codec"

func (s *State) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"counter":  &s.counter,
		"owes":     &s.owes,
		"start":    &s.start,
		"turn":     s.turn.members(),
		"stock":    codec.Within(&s.stock, 0, tokens),
		"plateaus": &s.plateaus,
		"chips":    &s.chips,
		"huts":     &s.huts,
		"temples":  &s.temples,
		"runes":    &s.runes,
		"players":  &s.players,

		"druid":  s.druid.members(s.board),
		"ritual": &s.ritual,
		"builds": &s.builds,

		"loss":    &s.loss,
		"payer":   &s.payer,
		"steps":   &s.steps,
		"payment": s.payment.members(s.board),

		"finish":       &s.finish,
		"lap":          &s.lap,
		"lapFrom":      s.lapFrom.members(s.board),
		"over":         &s.over,
		"winners":      &s.winners,
		"templePoints": &s.templePoints,
		"runePoints":   &s.runePoints,
	}
}

func (p *player) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"hand": codec.Within(&p.hand, 0, tokens), "points": &p.points, "huts": &p.huts, "temples": &p.temples, "workers": &p.workers, "built": &p.built,
	}
}

func (p *stack) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"n": codec.Within(&p.n, 0, maxStack), "seat": &p.seat}
}

func (o *owed) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"no": &o.no, "kind": codec.OneOf(&o.kind, KindPlaceWorker, KindGainOne, KindLoseOne, KindTurn, KindOffer, KindPay),
	}
}

func (c *chosen) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"set": &c.set, "material": &c.material}
}

func (t *TurnView) members() codec.SnapshotFields {
	return codec.SnapshotFields{
		"seat": &t.Seat, "number": &t.Number, "die": &t.Die, "quiet": &t.Quiet,
		"phase": codec.OneOf(&t.Phase, PhasePlacing, PhaseGaining, PhaseLosing, PhaseActing, PhasePaying, PhaseOffering, PhaseOver),
	}
}

func (p *Place) members(b *board) codec.SnapshotFields {
	return codec.SnapshotFields{"at": codec.OneOf(&p.At, AtTemple, AtStone, AtField), "no": codec.Within(&p.No, 0, b.size()-1)}
}

func (p *Payment) members(b *board) codec.SnapshotFields {
	return codec.SnapshotFields{
		"do": codec.OneOf(&p.Goal.Do, DoHut, DoTemple, DoOne, DoBoth), "field": codec.Within(&p.Goal.Field, 0, b.size()-1), "material": &p.Goal.Material,
		"due": codec.Within(&p.Due, 0, tokens), "units": codec.Within(&p.Units, 0, tokens), "bound": codec.Within(&p.Bound, 0, tokens),
	}
}
