package pangea

import "nemeton/engine"

// ranks is the number of ranks [P30]. Rank 1 is the highest; 0 is none.
const ranks = 3

// needs lists the requirements of each rank, from rank 1 on [P30].
var needs = [ranks]RankView{{1, 5, 0}, {2, 4, 10}, {3, 3, 20}}

// rank is the highest rank that a seat holds now [P30].
func (s *State) rank(seat engine.Seat) int8 {
	amulets := s.amulets[seat].count()
	for _, n := range needs {
		if amulets >= n.Amulets && s.goods[seat] >= n.Goods {
			return n.Rank
		}
	}
	return 0
}

// goal is the rank above the one that a seat holds for which it misses least; 0: it holds the highest. A missing amulet counts as twelve goods.
func (s *State) goal(seat engine.Seat) (nearest int8) {
	held, least := s.rank(seat), 0
	for _, n := range needs {
		far := 12*int(max(0, n.Amulets-s.amulets[seat].count())) + int(max(0, n.Goods-s.goods[seat]))
		if (held == 0 || n.Rank < held) && (nearest == 0 || far < least) {
			nearest, least = n.Rank, far
		}
	}
	return nearest
}

// score is a number that orders players by the rules [P31, P32]. Its digits are the rank (3 for the highest, 0 for
// none), the number of amulets in the tower, and three digits of goods. Seats of equal rank have equally many amulets,
// so amulets never decide between them. Goods stay below 1000: 60 rounds give 8 each, and all sales together at most
// 20.
func (s *State) score(seat engine.Seat) int {
	worth := 0
	if rank := s.rank(seat); rank > 0 {
		worth = ranks + 1 - int(rank)
	}
	return worth*10000 + int(s.amulets[seat].count())*1000 + int(s.goods[seat])
}

// holders lists the seats with a rank; it is never nil.
func (s *State) holders() []engine.Seat {
	list := []engine.Seat{}
	for seat := range engine.Seat(s.seats) {
		if s.rank(seat) > 0 {
			list = append(list, seat)
		}
	}
	return list
}

// best lists those of the given seats with the best score; they share the victory [P31].
func (s *State) best(among []engine.Seat) []engine.Seat {
	var list []engine.Seat
	most := -1
	for _, seat := range among {
		switch score := s.score(seat); {
		case score > most:
			most, list = score, append(list[:0], seat)
		case score == most:
			list = append(list, seat)
		}
	}
	return list
}

func (s *State) result() GameEnded {
	list, all := make([]Standing, s.seats), make([]engine.Seat, s.seats)
	for i := range list {
		seat := engine.Seat(i)
		all[i] = seat
		list[i] = Standing{
			Seat: seat, Rank: s.rank(seat), Amulets: s.amulets[seat].count(), Goods: s.goods[seat], Score: s.score(seat),
		}
	}
	return GameEnded{Winners: s.best(all), Standings: list}
}

// Outcome is nil until the game is over [P31].
func (s *State) Outcome() *engine.Outcome {
	if !s.over {
		return nil
	}
	o := &engine.Outcome{}
	for seat := range engine.Seat(s.seats) {
		o.Scores = append(o.Scores, s.scores[seat])
		if s.wins[seat] {
			o.Winners = append(o.Winners, seat)
		}
	}
	return o
}

// Standing lists the scores, which follow from public facts, and after the end the best of the given seats [P31].
func (s *State) Standing(among []engine.Seat) engine.Outcome {
	o := engine.Outcome{}
	for seat := range engine.Seat(s.seats) {
		o.Scores = append(o.Scores, s.score(seat))
	}
	if s.over {
		o.Winners = s.best(among)
	}
	return o
}
