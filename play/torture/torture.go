// Package torture plays several tables at once on a server and injects faults: it kills the process, stops the store, or disturbs the
// network. Package play plays each table and checks the protocol. At the end the log of each table is folded and compared. Every
// acknowledged command is in it once and in order, and every observation of a viewer equals the fold. The draws and rules of finished
// tables are checked too.
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

// Fault injects a fault and ends it: when it returns nil, the server is available again. It may draw from r.
type Fault func(ctx context.Context, r *rand.Rand) error

// Options configure a run.
type Options struct {
	URL     string   // of the server, or of a proxy in front of it
	Several bool     // the proxy leads to several nodes
	Tables  []string // the title of each table; after its end another table follows. The last ones are forks of a game that is played before
	Seats   int      // per table
	Seed    uint64   // chooses moves, faults and their times; concurrent events happen in any order
	Faults  int
	Fault   Fault
	Calm    int           // the largest number of moves between two faults
	Timeout time.Duration // the longest time for which the server may be unavailable
	Find    func(title string) (engine.Title, bool)
	// Records reads the stored log of a table. If it is set, tables are left unfinished after the last fault, and it is called when no table
	// is played any more. If it is nil, tables are played to their end and their exports are read.
	Records func(ctx context.Context, table string) ([]engine.Record, error)
	// History gets the operations of the clients at each table, and its log, one table at a time. Its error ends the run. May be nil.
	History  func(History) error
	Progress func(faults, finished, moves int) // called after every fault; may be nil
}

// Summary holds the counts of a run.
type Summary struct {
	Seed       uint64        `json:"seed"`
	Faults     int           `json:"mishaps"`
	Tables     int           `json:"tables"`   // checked
	Finished   int           `json:"finished"` // of these
	Moves      int           `json:"moves"`    // acknowledged, and found in the log once and in order
	Compared   int           `json:"compared"` // observations that equal the fold of the log
	Reconnects int           `json:"reconnects"`
	Repeated   int           `json:"repeated"` // commands that were sent again, with the same answer
	Outages    int           `json:"outages"`  // noticed by players
	Return     time.Duration `json:"returnNs"` // the longest time from the end of a fault to the next move of a table
	Took       time.Duration `json:"tookNs"`
}

// maxFaultDelay is the longest delay of a fault after the move before it, so that it happens during the next move.
const maxFaultDelay = 10 * time.Millisecond

// run is the state of Run.
type run struct {
	Options
	began    time.Time
	faultDue chan struct{} // the next fault is due
	origin   *play.Fork    // of the last table

	mu         sync.Mutex // guards the fields below
	sum        Summary
	over       bool        // no further fault follows
	untilFault int         // moves until the next fault
	faultEnded []time.Time // by table: the end of the last fault if no move followed it; zero otherwise
	unfinished []unfinishedTable
}

// unfinishedTable is a table that was left before its end.
type unfinishedTable struct {
	title      string
	transcript play.Transcript
}

// Run plays until all faults have happened and all tables are finished or left. The summary holds the progress in any case. The error
// is a *play.Broken, a *Mismatch, or the error of a fault.
func Run(ctx context.Context, o Options) (Summary, error) {
	r := &run{Options: o, began: time.Now(), faultDue: make(chan struct{}, 1), sum: Summary{Seed: o.Seed}, faultEnded: make([]time.Time, len(o.Tables))}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := r.playOrigin(ctx); err != nil {
		return r.sum, err
	}
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

// injectFaults injects the faults, each when it is due.
func (r *run) injectFaults(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.Seed, 0))
	for n := 1; n <= r.Faults; n++ {
		r.mu.Lock()
		r.untilFault = 1 + random.IntN(r.Calm)
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return nil // the context has the cause
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

// playTables plays one table after the other while faults are to come.
func (r *run) playTables(ctx context.Context, i int) error {
	for n := uint64(0); ; n++ {
		sum, err := play.Run(ctx, play.Options{
			URLs: []string{r.URL}, Several: r.Several, Title: r.Tables[i], Seats: r.Seats, Games: 1, Seed: r.Seed*1009 + uint64(i)*101 + n,
			Timeout: r.Timeout, Lag: r.Timeout, KeepGuests: true, Fork: r.fork(i),
			Moved: func(play.Moment) { r.countMove(i) }, Enough: r.isEnough,
			Ended: func(l play.Transcript) error { return r.finishTable(i, l) },
		})
		if r.addSummary(sum) || err != nil || ctx.Err() != nil {
			if errors.Is(err, context.Canceled) {
				err = nil // the context has the cause
			}
			return err
		}
	}
}

// playOrigin plays a whole game of the last table's title without faults. The last table begins in the middle of it.
func (r *run) playOrigin(ctx context.Context) error {
	_, err := play.Run(ctx, play.Options{
		URLs: []string{r.URL}, Several: r.Several, Title: r.Tables[len(r.Tables)-1], Seats: r.Seats, Games: 1, Seed: r.Seed, Timeout: r.Timeout, Lag: r.Timeout, KeepGuests: true,
		Ended: func(l play.Transcript) error {
			r.origin = &play.Fork{Table: l.Game.Table, Seq: l.Game.Seq / 2}
			return nil
		},
	})
	return err
}

// fork returns the moment at which the tables number i begin; nil: at the start of their title.
func (r *run) fork(i int) *play.Fork {
	if i < len(r.Tables)-1 {
		return nil
	}
	return r.origin
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

// isEnough reports whether tables are to be left unfinished.
func (r *run) isEnough() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.over && r.Records != nil
}

// finishTable checks a table that has an export, and stores the others for later.
func (r *run) finishTable(i int, transcript play.Transcript) error {
	r.mu.Lock()
	r.faultEnded[i] = time.Time{} // the start of the next table takes longer than a move
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

// checkUnfinished checks a table that was left before its end.
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
		return fmt.Errorf("unknown title %q", titleID)
	}
	compared, err := compareTranscript(transcript, title, records)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil && r.History != nil {
		err = r.History(historyOf(transcript, records))
	}
	r.sum.Tables++
	r.sum.Compared += compared
	return err
}
