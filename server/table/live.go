package table

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// live is one table in memory: an actor. Its operations run one at a time and do no I/O of their own; see step.go.
type live struct {
	reg *Registry
	id  store.TableID

	// Readable at any time:
	subscribers       atomic.Int32                    // len(subs)
	lastSeatStatus    atomic.Pointer[seatStatus]      // as of the last broadcast
	publishedPresence atomic.Pointer[fanout.Presence] // the last report to the other nodes
	appends           atomic.Uint64                   // number of entries that this node has stored
	knownSeq          atomic.Uint64                   // of the last entry in memory
	movedAt           atomic.Int64                    // the time of the last entry, in milliseconds of the monotonic clock; 0: the table rests
	looksAt           atomic.Int64                    // the time from which on the table has to look at itself, in milliseconds since 1970 UTC

	// Only operations use all below.
	row         store.Table
	names       map[store.PlayerID]string
	claims      []store.Recovery // open ones of seats
	fold        *engine.Fold     // never changed after it was set: an entry makes a new one
	fresh       bool             // read from the store during this operation
	stale       bool             // read on from the store before anything else: the outcome of an append is unknown
	used        time.Time
	subs        map[*Subscription]struct{}
	shared      *sharedView             // as of the last delivery
	projections map[audience]projection // as of the last delivery
	recent      []*recentEntry          // the newest entries, the latest last
	recentBytes int                     // their size
	drawKey     *chance.Key             // the base key of the draws; nil: not derived yet
	throttle    presenceThrottle
	// vacationsDue means that the vacations of the persons are to be compared with the store before clocks decide anything.
	vacationsDue bool
	timerAt      int64                   // the time-out that a timer waits for, in milliseconds since 1970 UTC; 0: none
	warnings     map[engine.Seat]warning // by the seat that a bot is about to take over

	heads          *chance.HeadKey // of the short heads; nil: the secret is missing
	voided         []voided        // reveals that refused commands spent, at most one of each device
	lastSnapshot   engine.Seq      // of the last snapshot of the fold that was stored or read
	rewinds        int             // during this operation
	rewound        bool            // the viewers have to be told of a loss
	restoreWhy     string          // a restore must be recorded before the next draw; empty: none is due
	restoresBefore int             // recorded restores when it became due
	restoring      bool            // it is being recorded

	answer  answerer  // of the operation in progress
	out     output    // of the current step
	now     time.Time // of the current step
	entropy io.Reader
}

// load reads the table from the store if it is not in memory yet or is stale.
func (l *live) load() error {
	if l.row.ID != "" && !l.stale {
		return nil
	}
	return l.refresh()
}

// refresh reads the row again and the log from the fold's seq on. It delivers new entries and a changed row to the viewers.
func (l *live) refresh() error {
	row, err := l.fetchRow()
	if err != nil {
		return l.damaged(err)
	}
	fold := l.fold
	if fold == nil {
		title, ok := l.reg.cfg.Title(row.Title)
		if !ok {
			return apperr.New(apperr.Damaged, "this server does not know the title of this table")
		}
		if fold, err = l.restoreFold(title, row); err != nil {
			return err
		}
	} else if diverged := row.Seq < fold.Seq() || row.Seq == fold.Seq() && row.Head != fold.Head(); diverged {
		return l.rewind(errDiverged, fold)
	}
	people, err := l.readPeople(row)
	if err != nil {
		return refusal(err)
	}
	names := people.names
	if l.heads == nil && !row.Sealed {
		key := row.Secret.HeadKey(string(l.id))
		l.heads = &key
	}
	oldRow, oldFold, oldNames := l.row, l.fold, l.names
	l.names, l.claims = names, people.claims
	l.reseat(row) // the entries that follow are for the players of now
	if oldFold != nil && row.Seq > oldFold.Seq() && !slices.Equal(row.Seats, oldRow.Seats) {
		l.introduce(row)
	}
	if err := l.readNew(fold, row); errors.Is(err, errDiverged) {
		return l.rewind(err, oldFold)
	} else if err != nil {
		return err
	}
	l.stale, l.fresh = false, true
	l.vacationsDue = l.vacationsDue || oldFold == nil || row.State != oldRow.State || !slices.Equal(row.Seats, oldRow.Seats)
	l.lastSeatStatus.Store(l.seatStatus())
	if ended := l.endWarnings(); l.rewound {
		l.sendRestored()
	} else if oldFold != nil && (ended || row.Rev != oldRow.Rev || !maps.Equal(names, oldNames) || isAnotherTable(oldRow, row, oldFold, l.fold, l.now)) {
		l.broadcastTable()
	}
	switch {
	case row.Restored:
		l.restoreWhy, l.restoresBefore = "the database was restored", l.fold.Restores()
	case l.restoreWhy == "":
		return nil
	}
	if l.restoring {
		return nil
	}
	return l.recordPendingRestore()
}

func (l *live) version() store.TableVersion {
	return store.TableVersion{Seq: l.fold.Seq(), Rev: l.row.Rev, Head: l.fold.Head(), Restored: l.row.Restored}
}

// ensureCurrent refreshes a table without subscribers, because the poll skips such tables.
func (l *live) ensureCurrent() error {
	if l.fresh || len(l.subs) > 0 {
		return nil
	}
	return l.refresh()
}

// readPeople reads what descriptions of the table need to know of people.
func (l *live) readPeople(row store.Table) (*namesRequest, error) {
	read := peopleOf(l.now, row)
	return read, l.ask(read)
}

// apply adds a stored record to a fold. Errors: engine.ErrCorrupt, and engine.ErrUnknownEvent for records of a newer program.
func (l *live) apply(fold *engine.Fold, r engine.Record) ([]engine.Event, error) {
	events, err := fold.Apply(r)
	if err != nil && !errors.Is(err, engine.ErrUnknownEvent) && !errors.Is(err, engine.ErrCorrupt) {
		err = fmt.Errorf("%w: %w", engine.ErrCorrupt, err)
	}
	return events, err
}

// checkUnexpectedEntry explains an append that conflicts although the row shows no newer entry. The log then holds an entry that the
// row does not know. The row is read after the entry, because it then counts all entries stored before. The entry is read once more after the row: if it
// has gone, the store lost it in between.
func (l *live) checkUnexpectedEntry() error {
	first, found, err := l.nextEntry()
	if err != nil || !found {
		return err
	}
	row, err := l.fetchRow()
	if err != nil {
		return refusal(err)
	}
	if row.Seq != l.fold.Seq() {
		return nil
	}
	if again, found, err := l.nextEntry(); err != nil || !found || again.Hash != first.Hash {
		return err
	}
	return l.damaged(fmt.Errorf("%w: unexpected entry %d after the last one", engine.ErrCorrupt, first.Entry.Seq))
}

// nextEntry reads the entry of the log that follows the fold, if there is one.
func (l *live) nextEntry() (next engine.Record, found bool, err error) {
	records, err := l.fetchLog(l.fold.Seq(), 1)
	if err != nil {
		return engine.Record{}, false, l.damaged(err)
	}
	if len(records) == 0 {
		return engine.Record{}, false, nil
	}
	return records[0], true, nil
}

func (l *live) damaged(err error) error { return l.reg.damaged(l.id, err) }

// damaged turns err into a client error. It logs and counts errors of the log itself and secrets that cannot be decrypted.
func (r *Registry) damaged(id store.TableID, err error) error {
	if errors.Is(err, engine.ErrCorrupt) || errors.Is(err, engine.ErrUnknownEvent) || errors.Is(err, store.ErrSealed) {
		r.cfg.Meter.Damaged()
		r.cfg.Log.Error().Err(err).Str("table", string(id)).Msg("could not read a table")
	}
	return refusal(err)
}

// follow refreshes the table if the store is ahead of this node, and starts the warnings and takeovers that are due. Without a version it does the latter
// alone. appends is the number of appends of this node before the version was read. After a failure the next look tries again.
func (l *live) follow(version *store.TableVersion, appends uint64) {
	if l.row.ID == "" {
		return
	}
	l.rewinds = 0
	if l.stale || version != nil && *version != l.version() && !l.hasOvertaken(*version, appends) {
		err := l.refresh()
		switch apperr.CodeOf(err) {
		case apperr.Damaged:
			l.endAll(wire.CloseDamaged) // without subscribers the poll skips the table
		case apperr.NewerProgram:
			l.endAll(wire.CloseNewer)
		case apperr.UnknownTable:
			l.endAll(wire.CloseUnknownTable)
		}
		if err != nil {
			l.stale = true
			l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("could not refresh a table")
			return
		}
	}
	l.actByItself()
	// A change that could not be stored may have dropped the table from memory.
	if l.fold != nil && !l.stale {
		l.looksAt.Store(l.nextLook())
	}
}

// hasOvertaken reports whether a version is older than the state only because a move was stored after the poll began. A store that lost entries shows
// older versions too: then the next poll finds out, or the next append.
func (l *live) hasOvertaken(version store.TableVersion, appends uint64) bool {
	return appends != l.appends.Load() && version.Seq < l.fold.Seq() && version.Rev == l.row.Rev && version.Restored == l.row.Restored
}
