package meduris_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	. "nemeton/engine/meduris"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// tally computes a game's totals from the events alone, independently of the state.
type tally struct {
	points []int
	hands  []Counts
	huts   int
	built  []int
	placed int
	chips  int
}

func newTally(n int) *tally {
	y := &tally{points: make([]int, n), hands: make([]Counts, n), built: make([]int, n)}
	for i := range n {
		y.points[i], y.hands[i] = 5, Counts{1, 1, 1, 1}
	}
	return y
}

func (y *tally) take(seat engine.Seat, m Material, n int8) {
	if m != NoMaterial {
		y.hands[seat][m] += n
	}
}

func (y *tally) add(e engine.Event) {
	switch e := e.(type) {
	case SetUp:
		y.chips = len(e.Chips)
	case WorkerPlaced:
		y.placed++
	case Yielded:
		for _, w := range e.Workers {
			y.take(w.Seat, e.Plateau, w.Amount)
		}
	case Gained:
		y.take(e.Seat, e.Material, 1)
	case LossesReturned:
		for _, l := range e.Losses {
			y.take(l.Seat, l.Material, -1)
		}
	case Paid:
		y.hands[e.Seat] = y.hands[e.Seat].Minus(e.Tokens)
	case HutBuilt:
		y.huts++
		y.built[e.Seat]++
	case TempleBuilt:
		y.built[e.Seat]++
	case ChipUsed:
		y.chips--
		y.points[e.Seat] += int(e.Points)
	case Offered:
		y.points[e.Seat] += int(e.Points)
	case RiverCrossed:
		for seat, n := range e.Points {
			y.points[seat] += int(n)
		}
	case TemplesScored:
		for _, s := range e.Temples {
			y.points[s.Seat] += int(s.Left + s.Right)
		}
	case RunesScored:
		for _, s := range e.Runes {
			y.points[s.Seat] += int(s.Points)
		}
	}
}

// check compares the totals with the state: pieces, points and tokens are conserved.
func (y *tally) check(s engine.State) error {
	var errs []error
	expect := func(what string, got, want any) {
		if got != want {
			errs = append(errs, fmt.Errorf("%s: got %v, want %v", what, got, want))
		}
	}
	v := s.View(spectator).(View)
	total := v.Stock
	pieces := 8 + 2
	if len(v.Players) == 2 {
		pieces = 12 + 2
	}
	for i, p := range v.Players {
		hand := *s.View(engine.SeatViewer(engine.Seat(i))).(View).Hand
		total = total.Plus(hand)
		expect("hand", hand, y.hands[i])
		expect("points", int(p.Points), y.points[i])
		expect("no debts", hand.Holds(Counts{}) && v.Stock.Holds(Counts{}) && p.Points >= 0, true)
		expect("pieces", int(p.Huts)+int(p.Temples)+y.built[i], pieces)
		if v.Scoring != nil {
			expect("points now", p.Now, int16(0)) // no more than the points
			expect("points of the scoring", p.TemplePoints+p.RunePoints, v.Scoring[i].Temples+v.Scoring[i].Runes)
		}
	}
	expect("all pieces", int(v.All.Huts)+int(v.All.Temples), pieces)
	if most := slices.Max(y.built); v.Finish == nil && most > slices.Min(y.built) {
		expect("left to the nearest", int(v.Nearest.Left), pieces-most)
		for _, seat := range v.Nearest.Seats {
			expect("the nearest", y.built[seat], most)
		}
	} else {
		expect("nearest", v.Nearest == nil, true)
	}
	expect("tokens", total, Counts{18, 18, 18, 18})
	huts, temples, chips := 0, 0, 0
	for _, f := range v.Fields {
		if f.Hut >= 0 {
			huts++
			expect("hut and temple on a field", f.Temple, engine.NoSeat)
		}
		if f.Temple >= 0 {
			temples++
			expect("chip under a temple", f.Chip, NoChip)
		}
		if f.Chip != NoChip {
			chips++
		}
	}
	expect("huts on the board", huts, y.huts)
	expect("builds", int(v.Builds), huts+temples)
	expect("chips", chips, y.chips)
	standing := 0
	for _, stack := range [][]engine.Seat{v.Plateaus.Wood, v.Plateaus.Wool, v.Plateaus.Copper, v.Plateaus.Stone} {
		standing += len(stack)
		expect("stack of at most three", len(stack) <= 3, true)
	}
	expect("workers", standing, y.placed)
	return errors.Join(errs...)
}

// eager plays at random, but prefers builds and payments in several steps, so that boards fill up.
func eager(s engine.State, chance chance.Loose) (engine.Decision, engine.Move) {
	open := s.Open()
	d := open[chance.IntN(len(open))]
	m := d.Moves[chance.IntN(len(d.Moves))]
	if _, idle := m.(Yield); idle && chance.IntN(2) > 0 {
		m = d.Moves[len(d.Moves)-1-chance.IntN(min(3, len(d.Moves)))]
	}
	return d, m
}

// TestRandomGames plays at random. Every game ends, the totals agree after every move, and no list is too long.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("%d players, seed %d", n, seed), func(t *testing.T) {
				t.Parallel()
				chance := enginetest.Loose(seed)
				s, y := Title{}.Blank(setup(n)), newTally(n)
				apply := func(events []engine.Event) {
					for _, e := range events {
						s.Evolve(e)
						y.add(e)
					}
					must.Succeed(t, y.check(s))
				}
				apply(Title{}.Start(setup(n), chance))
				moves := 0
				for ; s.Outcome() == nil && moves < 3000; moves++ {
					for _, d := range s.Open() {
						if len(d.Moves) == 0 || len(d.Moves) > 300 {
							t.Fatalf("%s lists %d moves", d.Kind, len(d.Moves))
						}
					}
					d, m := eager(s, chance)
					apply(s.Decide(d, m, chance))
				}
				out := s.Outcome()
				if out == nil {
					t.Fatalf("not over after %d moves", moves)
				}
				for i, score := range out.Scores {
					expect.Deep(t, score, y.points[i], "score")
				}
				expect.Deep(t, len(s.Open()), 0, "open")
			})
		}
	}
}
