package meduris

import "nemeton/engine"

// score ends the game: temples, runes, hands, winners [M42, M43, M44, M45].
func (a *act) score() {
	a.scoreTemples()
	a.scoreRunes()
	hands, scores := make([]Counts, a.seats), make([]int16, a.seats)
	for i := range a.seats {
		hands[i], scores[i] = a.players[i].hand, a.players[i].points
	}
	a.Emit(HandsShown{Hands: hands})
	a.Emit(GameEnded{Winners: a.best(a.all()), Scores: scores})
}

// scoreTemples gives each temple a point for each hut of the settlements directly beside it [M42].
func (a *act) scoreTemples() {
	list := []TempleScore{}
	for f := range a.board.size() {
		if owner := a.temples[f]; owner != engine.NoSeat {
			list = append(list, TempleScore{Seat: owner, Field: f, Left: int16(a.hutsLeft(f)), Right: int16(a.hutsRight(f))})
		}
	}
	a.Emit(TemplesScored{Temples: list})
}

// templesNow returns the points of each seat's temples if the game ended now [M42].
func (s *State) templesNow() (points [maxSeats]int16) {
	for f := range s.board.size() {
		if owner := s.temples[f]; owner != engine.NoSeat {
			points[owner] += int16(s.hutsLeft(f) + s.hutsRight(f))
		}
	}
	return points
}

// scoreRunes gives 1 + 2 + ... + k points for k rune stones [M43].
func (a *act) scoreRunes() {
	list := make([]RuneScore, a.seats)
	for i := range list {
		list[i].Seat = engine.Seat(i)
	}
	for _, holder := range a.runes {
		if holder != engine.NoSeat {
			list[holder].Runes++
			list[holder].Points += int16(list[holder].Runes)
		}
	}
	a.Emit(RunesScored{Runes: list})
}

func (s *State) all() []engine.Seat {
	list := make([]engine.Seat, s.seats)
	for i := range list {
		list[i] = engine.Seat(i)
	}
	return list
}

// best lists the winners among the given seats: most points, then most buildings, then most materials; seats that tie in all
// share the victory [M44].
func (s *State) best(among []engine.Seat) []engine.Seat {
	var list []engine.Seat
	for _, i := range among {
		switch {
		case len(list) == 0 || s.ahead(i, list[0]):
			list = append(list[:0], i)
		case !s.ahead(list[0], i):
			list = append(list, i)
		}
	}
	return list
}

// ahead reports whether seat x ranks above seat y [M44].
func (s *State) ahead(x, y engine.Seat) bool {
	p, q := &s.players[x], &s.players[y]
	if p.points != q.points {
		return p.points > q.points
	}
	if p.built != q.built {
		return p.built > q.built
	}
	return p.hand.Total() > q.hand.Total()
}
