package meduris

import "nemeton/engine"

func (s *State) Members() engine.Members {
	return engine.Members{
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

// Members lists the encoded parts.
func (p *player) Members() engine.Members {
	return engine.Members{
		"hand": engine.Within(&p.hand, 0, tokens), "points": &p.points, "huts": &p.huts, "temples": &p.temples, "workers": &p.workers, "built": &p.built,
	}
}

// Members lists the encoded parts.
func (p *stack) Members() engine.Members {
	return engine.Members{"n": engine.Within(&p.n, 0, maxStack), "seat": &p.seat}
}

// Members lists the encoded parts.
func (o *owed) Members() engine.Members {
	return engine.Members{
		"no": &o.no, "kind": engine.OneOf(&o.kind, KindPlaceWorker, KindGainOne, KindLoseOne, KindTurn, KindOffer, KindPay),
	}
}

// Members lists the encoded parts.
func (c *chosen) Members() engine.Members {
	return engine.Members{"set": &c.set, "material": &c.material}
}

func (t *TurnView) members() engine.Members {
	return engine.Members{
		"seat": &t.Seat, "number": &t.Number, "die": &t.Die, "quiet": &t.Quiet,
		"phase": engine.OneOf(&t.Phase, PhasePlacing, PhaseGaining, PhaseLosing, PhaseActing, PhasePaying, PhaseOffering, PhaseOver),
	}
}

func (p *Place) members(b *board) engine.Members {
	return engine.Members{"at": engine.OneOf(&p.At, AtTemple, AtStone, AtField), "no": engine.Within(&p.No, 0, b.size()-1)}
}

func (p *Payment) members(b *board) engine.Members {
	return engine.Members{
		"do": engine.OneOf(&p.Goal.Do, DoHut, DoTemple, DoOne, DoBoth), "field": engine.Within(&p.Goal.Field, 0, b.size()-1), "material": &p.Goal.Material,
		"due": engine.Within(&p.Due, 0, tokens), "units": engine.Within(&p.Units, 0, tokens), "bound": engine.Within(&p.Bound, 0, tokens),
	}
}
