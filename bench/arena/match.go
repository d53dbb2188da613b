package arena

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/engine/bot"
)

// Match says who plays: one A among B's, the seats rotated from game to game.
type Match struct {
	Title    engine.Title
	Seats    int
	A, B     bot.Level
	Games    int
	Think    time.Duration // of a search, for each decision; 0: as many iterations as the level has
	Limit    int           // iterations of A's search instead of its level's; 0: its level's
	Seeing   bool          // A's searches see the true world, hidden hands and all: no bot at a table can; it shows what luck leaves
	Seed     uint64
	Parallel int // games at once; 0: one for each core
}

// Report is what came of a match.
type Report struct {
	Title    string  `json:"title"`
	Seats    int     `json:"seats"`
	A        string  `json:"a"`
	B        string  `json:"b"`
	Seeing   bool    `json:"seeing,omitempty"` // A saw what is hidden
	Games    int     `json:"games"`
	Wins     float64 `json:"wins"` // of A; a shared victory counts for its share
	Rate     float64 `json:"rate"`
	Low      float64 `json:"low"` // 95 % interval of the rate (Wilson)
	High     float64 `json:"high"`
	Fair     float64 `json:"fair"`     // the rate of equals: 1 / seats
	TimeA    float64 `json:"timeA"`    // milliseconds a decision with more than one move
	TimeB    float64 `json:"timeB"`    // the same of B's
	SearchA  float64 `json:"searchA"`  // iterations a decision with more than one move
	SearchB  float64 `json:"searchB"`  // the same of B's
	PerGame  float64 `json:"perGame"`  // decisions a game, of all seats
	Playouts float64 `json:"playouts"` // iterations a second of those who search
}

// effort is what one side spent.
type effort struct {
	decisions, iterations int
	time                  time.Duration
}

func (t *effort) add(o effort) {
	t.decisions += o.decisions
	t.iterations += o.iterations
	t.time += o.time
}

func (t effort) perDecision(x float64) float64 { return x / math.Max(1, float64(t.decisions)) }

// result is what came of some games.
type result struct {
	wins      float64
	decisions int
	a, b      effort
}

// Run plays the match. Errors: what a title or a bot fails at, or that of ctx.
func Run(ctx context.Context, m Match) (Report, error) {
	workers := m.Parallel
	if workers == 0 {
		workers = runtime.NumCPU()
	}
	var (
		all   result
		fault error
		lock  sync.Mutex
		wait  sync.WaitGroup
	)
	games := make(chan int)
	for range workers {
		wait.Go(func() {
			for g := range games {
				one, err := m.playGame(ctx, g)
				lock.Lock()
				all.wins += one.wins
				all.decisions += one.decisions
				all.a.add(one.a)
				all.b.add(one.b)
				if fault == nil && err != nil {
					fault = fmt.Errorf("game %d: %w", g, err)
				}
				lock.Unlock()
			}
		})
	}
	for g := range m.Games {
		games <- g
	}
	close(games)
	wait.Wait()
	return m.report(all), fault
}

func (m Match) report(t result) Report {
	n := float64(m.Games)
	r := Report{
		Title: m.Title.Info().ID, Seats: m.Seats, A: string(m.A), B: string(m.B), Seeing: m.Seeing, Games: m.Games,
		Wins: t.wins, Rate: t.wins / n, Fair: 1 / float64(m.Seats),
		TimeA: t.a.perDecision(ms(t.a.time)), TimeB: t.b.perDecision(ms(t.b.time)),
		SearchA: t.a.perDecision(float64(t.a.iterations)), SearchB: t.b.perDecision(float64(t.b.iterations)),
		PerGame: float64(t.decisions) / n,
	}
	r.Low, r.High = wilson(t.wins, n)
	searches := effort{}
	for _, side := range []effort{t.a, t.b} {
		if side.iterations > 0 {
			searches.add(side)
		}
	}
	if searches.time > 0 {
		r.Playouts = float64(searches.iterations) / searches.time.Seconds()
	}
	return r
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// wilson is the 95 % interval of a rate of x in n.
func wilson(x, n float64) (low, high float64) {
	const z = 1.96
	p := x / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return math.Max(0, middle-half), math.Min(1, middle+half)
}
