package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/bot"
	"nemeton/engine/catalog"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/testkit/enginetest"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

var titles = catalog.Titles()

// table is a running table with the events that each seat received.
type table struct {
	*engine.Fold
	title engine.Title
	key   chance.Key
}

func begin(t testing.TB, title engine.Title, seats int, seed byte) *table {
	t.Helper()
	info := title.Info()
	options := must.Return(engine.Options{}.Complete(info.Options))(t)
	p := &table{Fold: engine.NewFold(title), title: title, key: chance.Key{}}
	setup := engine.Setup{Colors: info.ColorsFor(seats)[:seats], Options: options}
	start := engine.Started{Table: "t", Title: info.ID, Setup: setup}
	p.key = enginetest.Sit(&start, chance.Secret{seed})
	start.Bots, start.Answers, start.Names = slices.Repeat([]string{"easy"}, seats), make([]engine.Answer, seats), make([]codec.Optional, seats)
	r := must.Return(engine.Begin(title, start, p.key, 0))(t)
	p.apply(t, r)
	return p
}

func (p *table) apply(t testing.TB, r engine.Record) {
	t.Helper()
	must.Return(p.Apply(r))(t)
}

// answer plays a choice. The move must be listed.
func (p *table) answer(t testing.TB, c bot.Choice) {
	t.Helper()
	raw := must.Return(codec.Canonical(c.Move))(t)
	r, err := p.Decide(engine.Command{ID: "c", Seat: c.Decision.Seat, Actor: engine.ActorBot, Decision: c.Decision.ID, Move: raw}, p.key, 0)
	must.Succeed(t, err, c.Decision.Kind, string(raw))
	p.apply(t, r)
}

// knowledge is a seat's knowledge of a fold of this table.
func (p *table) knowledge(f *engine.Fold, seat engine.Seat) engine.Knowledge {
	return f.Knowledge(engine.SeatViewer(seat))
}

// each runs a test for every title and number of seats.
func each(t *testing.T, test func(t *testing.T, title engine.Title, seats int)) {
	t.Parallel()
	for _, title := range titles {
		info := title.Info()
		for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
			t.Run(fmt.Sprintf("%s for %d", info.ID, seats), func(t *testing.T) {
				t.Parallel()
				test(t, title, seats)
			})
		}
	}
}

// TestChoose_PlaysToTheEnd plays a table with bots of all levels. Every chosen move must be listed.
func TestChoose_PlaysToTheEnd(t *testing.T) {
	each(t, func(t *testing.T, title engine.Title, seats int) {
		p := begin(t, title, seats, 1)
		for n := uint64(0); p.Outcome() == nil; n++ {
			seat := p.OwingSeats()[0]
			level := bot.Levels()[int(seat)%len(bot.Levels())]
			c := must.Return(bot.Choose(title, p.knowledge(p.Fold, seat), level, bot.Budget{Iterations: 2}, n))(t)
			p.answer(t, c)
		}
	})
}

// TestChoose_DependsOnKnowledgeAlone lets a bot choose with the knowledge from the table's state and from a sampled
// state. Both are equal, so the choices must be.
func TestChoose_DependsOnKnowledgeAlone(t *testing.T) {
	each(t, func(t *testing.T, title engine.Title, seats int) {
		p, r := begin(t, title, seats, 2), rand.New(rand.NewPCG(2, 2))
		for n := 0; p.Outcome() == nil && n < 60; n++ {
			seat := p.OwingSeats()[0]
			actual := p.knowledge(p.Fold, seat)
			state := must.Return(title.Sample(actual, r))(t)
			sampled := p.knowledge(p.WithState(state), seat)
			for _, level := range []bot.Level{bot.Easy, bot.Medium} {
				a, b := choose(t, title, actual, level), choose(t, title, sampled, level)
				if a.Move != b.Move || a.Worth != b.Worth {
					t.Fatalf("move %d, %s: %+v at the table, %+v in a sampled state", n, level, a, b)
				}
			}
			p.answer(t, choose(t, title, actual, bot.Random))
		}
	})
}

func choose(t *testing.T, title engine.Title, k engine.Knowledge, level bot.Level) bot.Choice {
	t.Helper()
	return must.Return(bot.Choose(title, k, level, bot.Budget{Iterations: 6}, 7))(t)
}

func TestChoose_OwesNothing(t *testing.T) {
	t.Parallel()
	p := begin(t, titles[0], 2, 1)
	other := 1 - p.OwingSeats()[0]
	expect.Error(t, expect.Second(bot.Choose(titles[0], p.knowledge(p.Fold, other), bot.Easy, bot.Budget{}, 1)), bot.ErrNothingOwed)
	k := p.knowledge(p.Fold, p.OwingSeats()[0])
	k.Viewer = engine.Spectator()
	expect.Error(t, expect.Second(bot.Choose(titles[0], k, bot.Easy, bot.Budget{}, 1)), bot.ErrNothingOwed, "a spectator")
}

// TestChoose_Stops: the search asks Stop and returns the best move so far.
func TestChoose_Stops(t *testing.T) {
	t.Parallel()
	p, asked := begin(t, titles[0], 2, 1), []int{}
	c, err := bot.Choose(titles[0], p.knowledge(p.Fold, p.OwingSeats()[0]), bot.Hard, bot.Budget{
		Iterations: 1 << 20, Stop: func(iterations int) bool { asked = append(asked, iterations); return len(asked) == 3 },
	}, 1)
	if err != nil || c.Iterations == 0 || c.Iterations > 100 || len(asked) != 3 || asked[0] >= asked[1] || asked[2] != c.Iterations {
		t.Errorf("asked after %d iterations, %d iterations in all, %v", asked, c.Iterations, err)
	}
}

// BenchmarkChoose measures the search in mid-game with the most seats.
func BenchmarkChoose(b *testing.B) {
	for _, title := range titles {
		b.Run(title.Info().ID, func(b *testing.B) {
			b.ReportAllocs()
			p := begin(b, title, title.Info().MaxSeats, 3)
			for range 80 {
				c := must.Return(bot.Choose(title, p.knowledge(p.Fold, p.OwingSeats()[0]), bot.Random, bot.Budget{}, uint64(p.Seq())))(b)
				p.answer(b, c)
			}
			k, iterations := p.knowledge(p.Fold, p.OwingSeats()[0]), 0
			for b.Loop() {
				c := must.Return(bot.Choose(title, k, bot.Hard, bot.Budget{Iterations: 100}, uint64(iterations)))(b)
				iterations += c.Iterations
			}
			b.ReportMetric(float64(iterations)/b.Elapsed().Seconds(), "iterations/s")
		})
	}
}
