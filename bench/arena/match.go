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

// Match configures a match: one bot A against bots B, with rotating seats.
type Match struct {
	Title    engine.Title
	Seats    int
	A, B     bot.Level
	Games    int
	Think    time.Duration // limit of a search for one decision; 0: the iterations of the level
	Limit    int           // iterations of A's searches; 0: those of its level
	Seeing   bool          // A's searches see the true state, which no bot at a table can; the result shows how much luck remains
	Seed     uint64
	Parallel int // games at once; 0: one per core
}

// Report is the result of a match.
type Report struct {
	Title    string  `json:"title"`
	Seats    int     `json:"seats"`
	A        string  `json:"a"`
	B        string  `json:"b"`
	Seeing   bool    `json:"seeing,omitempty"` // A saw the true state
	Games    int     `json:"games"`
	Wins     float64 `json:"wins"` // of A; a shared win counts for its share
	Rate     float64 `json:"rate"`
	Low      float64 `json:"low"` // 95 % interval of the rate (Wilson)
	High     float64 `json:"high"`
	Fair     float64 `json:"fair"`     // the rate of equal bots: 1 / seats
	TimeA    float64 `json:"timeA"`    // milliseconds for a decision with more than one move
	TimeB    float64 `json:"timeB"`    // the same for B
	SearchA  float64 `json:"searchA"`  // iterations for a decision with more than one move
	SearchB  float64 `json:"searchB"`  // the same for B
	PerGame  float64 `json:"perGame"`  // decisions of all seats in one game
	Playouts float64 `json:"playouts"` // iterations of searching bots in one second
}

// effort is the cost of the decisions of one side.
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

// result is the result of some games.
type result struct {
	wins      float64
	decisions int
	a, b      effort
}

// Run plays the match. The error comes from a title, a bot or the context.
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

// wilson returns the 95 % interval of the rate x/n.
func wilson(x, n float64) (low, high float64) {
	const z = 1.96
	p := x / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return math.Max(0, middle-half), math.Min(1, middle+half)
}
