package study

import (
	"math"

	"nemeton/engine"
	"nemeton/engine/chance"
)

// throw estimates the luck of one entry with draws. The game is finished, so it uses the true states.
type throw struct {
	setup  engine.Setup
	among  []engine.Seat // the seats that can win
	seed   uint64
	result DrawnLuck
	came   engine.State                     // the position after the entry
	redraw func(chance.Source) engine.State // a position that could have come instead
	sums   []sample                         // by seat
}

// The branches of a throw.
const (
	drawnBranch = iota
	otherBranch
	throwBranches
)

// work estimates the luck with easy bots in all seats. Game n of both branches meets the same chance after the draws.
func (t *throw) work(title engine.Title, games int) work {
	play := newRollout(title, t.setup, engine.NoSeat, t.among, model{})
	pairs := newSeries(play, games, throwBranches, func(r *rollout, game, branch int) error {
		seed := seedOf(t.seed, uint64(game))
		state := t.came.Clone()
		if branch == otherBranch {
			other := &dice{seed: seedOf(seed, luckSeed)}
			state = t.redraw(&turned{Source: other, at: t.seed + uint64(game)})
		}
		r.begin(state, seed)
		return nil
	})
	return pairs.until(func() (work, error) {
		m := measureOf(title)
		for seat := range engine.Seat(t.setup.Seats()) {
			found := pairs.difference(m, drawnBranch, otherBranch, seat)
			t.sums = append(t.sums, *found)
			t.result.Luck = append(t.result.Luck, found.exact().rounded())
		}
		t.came, t.redraw = nil, nil
		return nil, nil
	})
}

// total is the luck of a seat in all throws. They are independent, so that their variances add up.
func total(throws []*throw, seat engine.Seat) Estimate {
	mean, variance := 0.0, 0.0
	for _, t := range throws {
		mean += t.sums[seat].mean()
		variance += t.sums[seat].meanVariance()
	}
	return around(mean, normal*math.Sqrt(variance)).rounded()
}
