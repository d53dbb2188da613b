package druids

import "nemeton/engine/codec"

func (s *State) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"counter": &s.counter,
		"owed":    &s.owed,
		"start":   &s.start,
		"turn":    &s.turn,
		"at":      codec.Within(&s.at, atHome, atCenter),
		"owner":   &s.owner,
		"hands":   cards(&s.hands),
		"deck":    cards(&s.deck),
		"pile":    cards(&s.pile),
		"inPlay":  &s.inPlay,
		"vote":    &s.vote,
		"over":    &s.over,
		"winner":  &s.winner,
	}
}

func cards[T Cards | [maxSeats]Cards](part *T) any {
	return codec.Within(part, 0, int8(deckCards.Total()))
}

func (o *owed) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"no": &o.no, "seat": &o.seat,
		"kind": codec.OneOf(&o.kind, KindPlace, KindTurn, KindMagic, KindUse, KindGo, KindPut, KindLanding, KindRob, KindGive, KindVote, KindVoteCard),
	}
}

func (t *turn) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"seat": &t.seat, "number": &t.number, "round": &t.round,
		"phase": codec.OneOf(&t.phase, PhasePlacing, PhaseOpening, PhaseMagic, PhaseChoosing, PhaseMoving, PhasePutting, PhaseLanding,
			PhaseRobbing, PhaseGiving, PhaseVoting, PhaseOver),
		"step":   codec.OneOf(&t.step, StepNone, StepCard, StepCall, StepMagic, StepLanded, StepEffect),
		"played": &t.played, "rolled": &t.rolled, "dice": &t.dice, "used": &t.used, "uses": &t.uses, "figure": &t.figure, "landed": &t.landed,
		"why": codec.OneOf(&t.why, WhyDie, WhyMist, WhyCalling, WhyCall, WhyShift, WhySummon),
		"die": codec.Within(&t.die, -1, diceCount-1), "giving": &t.giving, "giveTo": &t.giveTo,
	}
}

func (v *vote) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"reason": codec.OneOf(&v.reason, ReasonFive, ReasonCards, ReasonRounds), "first": &v.first, "round": &v.round,
		"ballots": &v.ballots, "shown": cards(&v.shown), "decided": &v.decided, "cult": &v.cult,
	}
}

func (b *ballot) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{
		"cast": &b.cast, "done": &b.done, "druid": &b.druid, "king": &b.king, "doubled": codec.Within(&b.doubled, 0, 1<<figures-1), "votes": &b.votes,
	}
}
