// Package torture plays several tables at once on a server that meets one mishap after another: its process is killed, its store goes
// away, the network cuts and repeats. Each table is played and held to the protocol by package play. In the end an observer who never
// unfinishedTable folds its log: every acknowledged command must stand there once and in order, and what every viewer was told of every seq,
// before a mishap and after it, must be what the fold says. The draws and the rules of finished tables are checked besides.
package torture

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/play"
)

// Fault brings something about and ends it: when it returns nil, the server can serve again. It may draw from r.
type Fault func(ctx context.Context, r *rand.Rand) error

// Options say what is played, and what happens meanwhile.
type Options struct {
	URL     string   // of the server, or of what stands before it
	Tables  []string // the title of each table; one that is finished is followed by another
	Seats   int      // at each table
	Seed    uint64   // chooses moves, mishaps and their moments; what runs at once comes in any order
	Faults  int
	Fault   Fault
	Calm    int           // the most moves between two mishaps; they come in the midst of the next one
	Timeout time.Duration // how long the server may be gone
	Find    func(title string) (engine.Title, bool)
	// Records reads the stored log of a table. Tables are left as they stand after the last mishap, and it is called when nobody plays any
	// more. Nil: tables are played to their end, and their exports are read.
	Records  func(ctx context.Context, table string) ([]engine.Record, error)
	Progress func(mishaps, finished, moves int) // observations after every mishap; may be nil
}

// Summary is what a run saw.
type Summary struct {
	Seed       uint64        `json:"seed"`
	Faults     int           `json:"mishaps"`
	Tables     int           `json:"tables"`   // checked
	Finished   int           `json:"finished"` // of them
	Moves      int           `json:"moves"`    // acknowledged, and found in the log once and in order
	Compared   int           `json:"compared"` // states that viewers were told, and that the observer's fold says as well
	Reconnects int           `json:"reconnects"`
	Repeated   int           `json:"repeated"` // commands sent again with the same answer
	Outages    int           `json:"outages"`  // that players met
	Return     time.Duration `json:"returnNs"` // the longest from the end of a mishap to the next move of a table
	Took       time.Duration `json:"tookNs"`
}

// maxFaultDelay is the longest from a move to the mishap that disturbs the next one.
const maxFaultDelay = 10 * time.Millisecond

// run is a run under way.
type run struct {
	Options
	began    time.Time
	faultDue chan struct{} // the next mishap is

	mu         sync.Mutex // guards all below
	sum        Summary
	over       bool        // no mishap is to come
	untilFault int         // moves to come before the next mishap
	faultEnded []time.Time // by table: when a mishap ended that it made no move since; zero: it did
	unfinished []unfinishedTable
}

// unfinishedTable is a table that was left running.
type unfinishedTable struct {
	title      string
	transcript play.Transcript
}

// Run plays until all mishaps have happened and all tables begun are finished. The summary tells how far it came in any
// case. Errors: *play.Broken, *Untrue, and those of the mishaps.
func Run(ctx context.Context, o Options) (Summary, error) {
	r := &run{Options: o, began: time.Now(), faultDue: make(chan struct{}, 1), sum: Summary{Seed: o.Seed}, faultEnded: make([]time.Time, len(o.Tables))}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	all.Go(func() {
		if err := r.injectFaults(ctx); err != nil {
			cancel(err)
		}
	})
	for i := range o.Tables {
		all.Go(func() {
			if err := r.playTables(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	if ctx.Err() == nil {
		for _, l := range r.unfinished {
			if err := r.checkUnfinished(ctx, l); err != nil {
				cancel(err)
				break
			}
		}
	}
	r.sum.Took = time.Since(r.began)
	return r.sum, context.Cause(ctx)
}

// injectFaults brings about the mishaps.
func (r *run) injectFaults(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.Seed, 0))
	for n := 1; n <= r.Faults; n++ {
		r.mu.Lock()
		r.untilFault = 1 + random.IntN(r.Calm)
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil // somebody else's error
		case <-r.faultDue:
		}
		time.Sleep(time.Duration(random.Int64N(int64(maxFaultDelay))))
		if err := r.Fault(ctx, random); err != nil {
			return err
		}
		r.endFault(n)
	}
	return nil
}

func (r *run) endFault(n int) {
	r.mu.Lock()
	r.sum.Faults, r.over = n, n == r.Faults
	for i := range r.faultEnded {
		r.faultEnded[i] = time.Now()
	}
	sum := r.sum
	r.mu.Unlock()
	if r.Progress != nil {
		r.Progress(sum.Faults, sum.Finished, sum.Moves)
	}
}

// playTables plays one game after the other while there are mishaps to come.
func (r *run) playTables(ctx context.Context, i int) error {
	for n := uint64(0); ; n++ {
		sum, err := play.Run(ctx, play.Options{
			URLs: []string{r.URL}, Title: r.Tables[i], Seats: r.Seats, Games: 1, Seed: r.Seed*1009 + uint64(i)*101 + n,
			Timeout: r.Timeout, Lag: r.Timeout, KeepGuests: true,
			Moved: func(play.Moment) { r.countMove(i) }, Enough: r.isEnough,
			Ended: func(l play.Transcript) error { return r.finishTable(i, l) },
		})
		if r.addSummary(sum) || err != nil || ctx.Err() != nil {
			if errors.Is(err, context.Canceled) {
				err = nil // somebody else's error
			}
			return err
		}
	}
}

func (r *run) addSummary(sum play.Summary) (over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Reconnects += sum.Reconnects
	r.sum.Repeated += sum.Repeated
	r.sum.Outages += sum.Outages
	return r.over
}

func (r *run) countMove(i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Moves++
	if r.untilFault--; r.untilFault == 0 {
		r.faultDue <- struct{}{}
	}
	if !r.faultEnded[i].IsZero() {
		r.sum.Return = max(r.sum.Return, time.Since(r.faultEnded[i]))
		r.faultEnded[i] = time.Time{}
	}
}

// isEnough tells that tables are to be left as they stand.
func (r *run) isEnough() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over && r.Records != nil
}

// finishTable checks a table that has an export, and keeps the others for later.
func (r *run) finishTable(i int, transcript play.Transcript) error {
	r.mu.Lock()
	r.faultEnded[i] = time.Time{} // the next table takes its time to begin
	if transcript.Export == nil {
		r.unfinished = append(r.unfinished, unfinishedTable{title: r.Tables[i], transcript: transcript})
		r.mu.Unlock()
		return nil
	}
	r.sum.Finished++
	r.mu.Unlock()
	records, err := readExport(transcript, r.Find)
	if err != nil {
		return err
	}
	return r.checkTable(transcript, r.Tables[i], records)
}

// checkUnfinished checks a table that was left running.
func (r *run) checkUnfinished(ctx context.Context, l unfinishedTable) error {
	records, err := r.Records(ctx, l.transcript.Game.Table)
	if err != nil {
		return err
	}
	return r.checkTable(l.transcript, l.title, records)
}

func (r *run) checkTable(transcript play.Transcript, titleID string, records []engine.Record) error {
	title, ok := r.Find(titleID)
	if !ok {
		return fmt.Errorf("nobody knows the rules of %q", titleID)
	}
	compared, err := compareTranscript(transcript, title, records)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Tables++
	r.sum.Compared += compared
	return err
}
