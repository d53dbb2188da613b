// Package torture plays several tables at once on a server that meets one mishap after another: its process is killed, its store goes
// away, the network cuts and repeats. Each table is played and held to the protocol by package play; when it is finished, an
// observer who never left folds its log, and what every viewer was told of every seq, before a mishap and after it, must be what
// the fold says. The chain, the draws and the rules of every finished table are checked besides.
package torture

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/play"
)

// Mishap brings something about and ends it: when it returns nil, the server can serve again. It may draw from r.
type Mishap func(ctx context.Context, r *rand.Rand) error

// Options say what is played, and what happens meanwhile.
type Options struct {
	URL      string   // of the server, or of what stands before it
	Tables   []string // the title of each table; one that is finished is followed by another
	Seats    int      // at each table
	Seed     uint64   // chooses moves, mishaps and their moments; what runs at once comes in any order
	Mishaps  int
	Mishap   Mishap
	Calm     time.Duration // the longest time between two mishaps; they come at any moment up to it
	Patience time.Duration // how long the server may be gone
	Find     func(title string) (engine.Title, bool)
	Progress func(mishaps, games, moves int) // told after every mishap; may be nil
}

// Summary is what a run saw.
type Summary struct {
	Seed       uint64        `json:"seed"`
	Mishaps    int           `json:"mishaps"`
	Games      int           `json:"games"`    // finished and checked
	Moves      int           `json:"moves"`    // acknowledged, and found in the log once and in order
	Compared   int           `json:"compared"` // states that viewers were told, and that the observer's fold says as well
	Reconnects int           `json:"reconnects"`
	Repeated   int           `json:"repeated"` // commands sent again with the same answer
	Outages    int           `json:"outages"`  // that players met
	Return     time.Duration `json:"returnNs"` // the longest from the end of a mishap to the next move of a table
	Took       time.Duration `json:"tookNs"`
}

// run is a run under way.
type run struct {
	Options
	began time.Time

	mu   sync.Mutex // guards all below
	sum  Summary
	over bool        // no mishap is to come
	back []time.Time // by table: when a mishap ended that it made no move since; zero: it did
}

// Run plays until all mishaps have happened and all tables begun are finished. The summary tells how far it came in any
// case. Errors: *play.Broken, *Untrue, and those of the mishaps.
func Run(ctx context.Context, o Options) (Summary, error) {
	r := &run{Options: o, began: time.Now(), sum: Summary{Seed: o.Seed}, back: make([]time.Time, len(o.Tables))}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	all.Go(func() {
		if err := r.suffer(ctx); err != nil {
			cancel(err)
		}
	})
	for i := range o.Tables {
		all.Go(func() {
			if err := r.table(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	r.sum.Took = time.Since(r.began)
	return r.sum, context.Cause(ctx)
}

// suffer brings about the mishaps.
func (r *run) suffer(ctx context.Context) error {
	chance := rand.New(rand.NewPCG(r.Seed, 0))
	for n := 1; n <= r.Mishaps; n++ {
		select {
		case <-ctx.Done():
			return nil // somebody else's error
		case <-time.After(time.Duration(chance.Int64N(int64(r.Calm)))):
		}
		if err := r.Mishap(ctx, chance); err != nil {
			return err
		}
		r.ended(n)
	}
	return nil
}

func (r *run) ended(n int) {
	r.mu.Lock()
	r.sum.Mishaps, r.over = n, n == r.Mishaps
	for i := range r.back {
		r.back[i] = time.Now()
	}
	sum := r.sum
	r.mu.Unlock()
	if r.Progress != nil {
		r.Progress(sum.Mishaps, sum.Games, sum.Moves)
	}
}

// table plays one game after the other while there are mishaps to come.
func (r *run) table(ctx context.Context, i int) error {
	for n := uint64(0); ; n++ {
		sum, err := play.Run(ctx, play.Options{
			URLs: []string{r.URL}, Title: r.Tables[i], Seats: r.Seats, Games: 1, Seed: r.Seed*1009 + uint64(i)*101 + n,
			Patience: r.Patience, Lag: r.Patience, Keep: true,
			Moved: func(play.Moment) { r.moved(i) },
			Ended: func(l play.Ledger) error { return r.finished(i, l) },
		})
		if r.tally(sum) || err != nil || ctx.Err() != nil {
			if errors.Is(err, context.Canceled) {
				err = nil // somebody else's error
			}
			return err
		}
	}
}

func (r *run) tally(sum play.Summary) (over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Reconnects += sum.Reconnects
	r.sum.Repeated += sum.Repeated
	r.sum.Outages += sum.Outages
	return r.over
}

func (r *run) moved(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Moves++
	if !r.back[i].IsZero() {
		r.sum.Return = max(r.sum.Return, time.Since(r.back[i]))
		r.back[i] = time.Time{}
	}
}

// finished checks a finished table.
func (r *run) finished(i int, l play.Ledger) error {
	compared, err := observe(l, r.Find)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Games++
	r.sum.Compared += compared
	r.back[i] = time.Time{} // the next table takes its time to begin
	return err
}
