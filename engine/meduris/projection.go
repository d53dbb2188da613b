package meduris

import "nemeton/engine"

// View leaves out other seats' hands and hidden choices.
func (s *State) View(v engine.Viewer) any {
	view := View{
		Board:   s.board.side,
		Stock:   s.stock,
		Druid:   s.druid,
		Builds:  s.builds,
		Start:   s.start,
		Turn:    s.turn,
		Counter: s.counter.Last(),
	}
	if next, ok := s.nextHut(); ok && (s.druid.At == AtField || s.druid.No == stones) {
		view.Next = &next
	}
	if !v.OwnOnly() {
		view.Fields = s.fieldViews()
		view.Plateaus = PlateausView{s.plateaus[Wood].list(), s.plateaus[Wool].list(), s.plateaus[Copper].list(), s.plateaus[Stone].list()}
		view.Runes = append([]engine.Seat(nil), s.runes[:]...)
		view.Players = s.playerViews()
		view.Waiting = s.waitingSeats()
		all := piecesFor(s.seats)
		view.All = &all
		view.Nearest = s.nearest()
	}
	if s.finish.Reason != "" {
		finish := s.finish
		if s.lap {
			from := s.lapFrom
			finish.Lap = &from
		}
		view.Finish = &finish
	}
	if s.payer != engine.NoSeat {
		view.Payment = &PaymentView{Seat: s.payer, Offering: s.ritual, Steps: s.steps}
	}
	if seat, ok := v.Seat(); ok && seat < engine.Seat(s.seats) {
		s.addOwn(&view, seat)
	}
	if s.over {
		s.addEnd(&view)
	}
	return view
}

func (s *State) playerViews() []PlayerView {
	list := make([]PlayerView, s.seats)
	for i := range list {
		p := &s.players[i]
		list[i] = PlayerView{Seat: engine.Seat(i), Points: p.points, Huts: p.huts, Temples: p.temples, Workers: p.workers}
	}
	for _, holder := range s.runes {
		if holder != engine.NoSeat {
			list[holder].Runes++
			list[holder].RunePoints += int16(list[holder].Runes)
		}
	}
	temples := s.templesNow()
	for i := range list {
		p := &list[i]
		p.TemplePoints = temples[i]
		// Those of the scoring are in the points.
		if more := p.TemplePoints - s.templePoints[i] + p.RunePoints - s.runePoints[i]; more > 0 {
			p.Now = p.Points + more
		}
	}
	return list
}

func (s *State) nearest() *NearestView {
	if s.finish.Reason != "" {
		return nil
	}
	all := piecesFor(s.seats)
	near := &NearestView{Left: all.Huts + all.Temples}
	for i := range engine.Seat(s.seats) {
		switch left := s.players[i].huts + s.players[i].temples; {
		case left < near.Left:
			near.Left, near.Seats = left, []engine.Seat{i}
		case left == near.Left:
			near.Seats = append(near.Seats, i)
		}
	}
	if len(near.Seats) == int(s.seats) {
		return nil
	}
	return near
}

// waitingSeats lists the seats that owe a decision; it is never nil.
func (s *State) waitingSeats() []engine.Seat {
	list := make([]engine.Seat, 0, s.seats)
	for i := range engine.Seat(s.seats) {
		if s.owes[i].no != 0 {
			list = append(list, i)
		}
	}
	return list
}

func (s *State) addOwn(view *View, seat engine.Seat) {
	hand := s.players[seat].hand
	view.Hand = &hand
	if !s.over {
		var others Counts
		for m := range others {
			others[m] = tokens - s.stock[m] - hand[m]
		}
		view.Others = &others
	}
	if s.loss[seat].set {
		loss := s.loss[seat].material
		view.Loss = &loss
	}
	if s.payer == seat {
		own := s.payment
		view.Payment.Own = &own
	}
}

// addEnd adds the facts that are public once the game is over [M42, M43, M44, M45].
func (s *State) addEnd(view *View) {
	for i := range engine.Seat(s.seats) {
		p := &s.players[i]
		view.Hands = append(view.Hands, p.hand)
		view.Scoring = append(view.Scoring, ScoreView{
			Seat: i, Before: p.points - s.templePoints[i] - s.runePoints[i],
			Temples: s.templePoints[i], Runes: s.runePoints[i], Total: p.points,
			Built: p.built, Materials: int8(p.hand.Total()),
		})
	}
}

func (s *State) fieldViews() []FieldView {
	list := make([]FieldView, s.board.size())
	for f, field := range s.board.fields {
		list[f] = FieldView{Region: field.Region, Materials: field.Materials, Chip: s.chips[f], Hut: s.huts[f], Temple: s.temples[f]}
		switch {
		case s.huts[f] != engine.NoSeat:
			list[f].Huts = s.settlement(int8(f))
		case s.temples[f] == engine.NoSeat && s.chips[f] != ChipFree:
			list[f].Price = s.settlement(int8(f))
		}
	}
	return list
}

// list returns the stack from the bottom up; it is never nil.
func (t *stack) list() []engine.Seat { return append([]engine.Seat{}, t.seat[:t.n]...) }
