package meduris

import "nemeton/engine"

func (s *State) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{
		"counter":  &s.counter,
		"owes":     &s.owes,
		"start":    &s.start,
		"turn":     s.turn.members(),
		"stock":    engine.Within(&s.stock, 0, tokens),
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

func (p *player) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{
		"hand": engine.Within(&p.hand, 0, tokens), "points": &p.points, "huts": &p.huts, "temples": &p.temples, "workers": &p.workers, "built": &p.built,
	}
}

func (p *stack) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{"n": engine.Within(&p.n, 0, maxStack), "seat": &p.seat}
}

func (o *owed) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{
		"no": &o.no, "kind": engine.OneOf(&o.kind, KindPlaceWorker, KindGainOne, KindLoseOne, KindTurn, KindOffer, KindPay),
	}
}

func (c *chosen) SnapshotFields() engine.SnapshotFields {
	return engine.SnapshotFields{"set": &c.set, "material": &c.material}
}

func (t *TurnView) members() engine.SnapshotFields {
	return engine.SnapshotFields{
		"seat": &t.Seat, "number": &t.Number, "die": &t.Die, "quiet": &t.Quiet,
		"phase": engine.OneOf(&t.Phase, PhasePlacing, PhaseGaining, PhaseLosing, PhaseActing, PhasePaying, PhaseOffering, PhaseOver),
	}
}

func (p *Place) members(b *board) engine.SnapshotFields {
	return engine.SnapshotFields{"at": engine.OneOf(&p.At, AtTemple, AtStone, AtField), "no": engine.Within(&p.No, 0, b.size()-1)}
}

func (p *Payment) members(b *board) engine.SnapshotFields {
	return engine.SnapshotFields{
		"do": engine.OneOf(&p.Goal.Do, DoHut, DoTemple, DoOne, DoBoth), "field": engine.Within(&p.Goal.Field, 0, b.size()-1), "material": &p.Goal.Material,
		"due": engine.Within(&p.Due, 0, tokens), "units": engine.Within(&p.Units, 0, tokens), "bound": engine.Within(&p.Bound, 0, tokens),
	}
}
