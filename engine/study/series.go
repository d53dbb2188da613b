package study

import "nemeton/engine"

// series plays the same games for several branches, which differ in their first step: game 0 of all branches, then game 1, and so on.
type series struct {
	play     *rollout
	games    int
	branches int
	open     func(r *rollout, game, branch int) error // begins a game and makes its first step
	ends     [][]ending                               // by branch, by game
	played   int                                      // games of all branches
	running  bool
}

func newSeries(play *rollout, games, branches int, open func(r *rollout, game, branch int) error) *series {
	return &series{play: play, games: games, branches: branches, open: open, ends: make([][]ending, branches)}
}

// until returns the work of the series, and then another.
func (s *series) until(then work) work {
	return func() (work, error) {
		done, err := s.step()
		if done {
			return then()
		}
		return s.until(then), err
	}
}

// step plays a part of a game. done is true after the last.
func (s *series) step() (done bool, err error) {
	game, branch := s.played/s.branches, s.played%s.branches
	if !s.running {
		s.running = true
		return false, s.open(s.play, game, branch)
	}
	over, err := s.play.step()
	if err != nil || !over {
		return false, err
	}
	s.running = false
	s.played++
	s.ends[branch] = append(s.ends[branch], s.play.ending())
	return s.played == s.games*s.branches, nil
}

// worth is the end of a game for a seat in a measure.
func (m Measure) worth(e ending, seat engine.Seat) float64 {
	if m == Places {
		return -float64(e.places[seat])
	}
	return float64(e.scores[seat])
}

// difference estimates branch a minus branch b for a seat, from pairs of games with the same chance.
func (s *series) difference(m Measure, a, b int, seat engine.Seat) *sample {
	found := &sample{}
	for game := range s.ends[a] {
		found.add(m.worth(s.ends[a][game], seat) - m.worth(s.ends[b][game], seat))
	}
	return found
}

// value describes the ends of a branch for a seat.
func (s *series) value(m Measure, branch int, seat engine.Seat) Value {
	var points, places sample
	shares := make([]float64, len(s.play.setup.Colors))
	for _, e := range s.ends[branch] {
		points.add(float64(e.scores[seat]))
		places.add(float64(e.places[seat]))
		for i, share := range e.shares {
			shares[i] += share
		}
	}
	v := Value{Games: points.n, Place: hundredths(places.mean()), Chances: percent(shares)}
	if m == Points {
		mean := hundredths(points.mean())
		v.Points = &mean
	}
	return v
}
