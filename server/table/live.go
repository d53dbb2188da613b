package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// readPage is the maximum number of records in one read of the log.
const readPage = 500

// live is one table in memory.
type live struct {
	reg *Registry
	id  store.TableID

	// Readable without the lock:
	subscribers       atomic.Int32                    // len(subs)
	lastOccupancy     atomic.Pointer[occupancy]       // as of the last broadcast
	publishedPresence atomic.Pointer[fanout.Presence] // the last report to the other nodes

	mu          sync.Mutex // guards all below
	evicted     bool       // no longer in the registry: look the table up again
	row         store.Table
	names       map[store.PlayerID]string
	fold        *engine.Fold
	fresh       bool // read from the store during this use
	stale       bool // read on from the store before anything else: the outcome of an append is unknown
	used        time.Time
	subs        map[*Subscription]struct{}
	projections map[audience]projection       // as of the last delivery
	histories   map[engine.Seat]*eventHistory // of the seats that bots play

	throttle presenceThrottle
}

// load reads the table from the store if it is not in memory yet or is stale.
func (l *live) load(ctx context.Context) error {
	if l.row.ID != "" && !l.stale {
		return nil
	}
	return l.refresh(ctx)
}

// refresh reads the row again and the log from the fold's seq on. It delivers new entries and a changed row to the viewers.
func (l *live) refresh(ctx context.Context) error {
	row, err := l.reg.cfg.Store.Table(ctx, l.id)
	if err != nil {
		return l.damaged(err)
	}
	fold := l.fold
	if fold == nil {
		title, ok := l.reg.cfg.Title(row.Title)
		if !ok {
			return apperr.New(apperr.Damaged, "this server does not know the title of this table")
		}
		fold = engine.NewFold(title)
	}
	names, err := l.reg.names(ctx, row)
	if err != nil {
		return refusal(err)
	}
	oldRow, oldFold := l.row, l.fold
	if oldFold != nil && row.Seq > oldFold.Seq() {
		oldFold = oldFold.Clone() // readNew changes the fold in place
	}
	l.names = names
	if err := l.readNew(ctx, fold, row); err != nil {
		return err
	}
	l.stale, l.fresh = false, true
	l.lastOccupancy.Store(l.occupancy())
	if oldRow.ID != "" && (row.Rev != oldRow.Rev || !slices.Equal(row.Seats, oldRow.Seats) || !sameOccupancy(oldFold, fold)) {
		l.broadcastTable()
	}
	return nil
}

// ensureCurrent refreshes a table without subscribers, because the poll skips such tables.
func (l *live) ensureCurrent(ctx context.Context) error {
	if l.fresh || l.subscribers.Load() > 0 {
		return nil
	}
	return l.refresh(ctx)
}

// readNew applies the records up to row.Seq that the fold lacks. It delivers them unless this is the first load.
func (l *live) readNew(ctx context.Context, fold *engine.Fold, row store.Table) error {
	before := fold.Seq()
	for fold.Seq() < row.Seq {
		records, err := l.read(ctx, fold.Seq(), readPage)
		if err != nil {
			return err
		}
		for _, r := range records {
			if r.Entry.Seq > row.Seq {
				break // stored after the row was read, so the row does not match it
			}
			events, err := l.apply(fold, row.Title, r)
			if err != nil {
				return l.damaged(err)
			}
			if l.fold != nil {
				l.deliver(l.encodeUpdates(fold, events), r.Entry.Seat)
			}
		}
	}
	advanced := l.fold != nil && fold.Seq() > before
	l.fold, l.row = fold, row
	if advanced {
		l.notifyBots(l.reg.cfg.StandBy)
	}
	return nil
}

// read returns at least one and at most limit records after seq. An empty result means that the log lacks an entry: damaged.
func (l *live) read(ctx context.Context, seq engine.Seq, limit int) ([]engine.Record, error) {
	records, err := l.reg.cfg.Store.Read(ctx, l.id, seq, limit)
	if err == nil && len(records) == 0 {
		err = fmt.Errorf("%w: entry %d is missing", engine.ErrCorrupt, seq+1)
	}
	if err != nil {
		return nil, l.damaged(err)
	}
	return records, nil
}

// apply adds a stored record to a fold. Errors: engine.ErrCorrupt, and engine.ErrUnknownEvent for records of a newer program.
func (l *live) apply(fold *engine.Fold, titleID string, r engine.Record) ([]engine.Event, error) {
	if title, ok := l.reg.cfg.Title(titleID); ok && r.Entry.Rules > title.Info().Rules {
		return nil, fmt.Errorf("%w: entry %d was decided by rules of version %d", engine.ErrUnknownEvent, r.Entry.Seq, r.Entry.Rules)
	}
	events, err := fold.Apply(r)
	if err != nil && !errors.Is(err, engine.ErrUnknownEvent) && !errors.Is(err, engine.ErrCorrupt) {
		err = fmt.Errorf("%w: %w", engine.ErrCorrupt, err)
	}
	return events, err
}

// checkUnexpectedEntry explains an append that conflicts although the row shows no newer entry. The log then holds an entry that the
// row does not know. The row is read last, because it then counts all entries stored before.
func (l *live) checkUnexpectedEntry(ctx context.Context) error {
	records, err := l.reg.cfg.Store.Read(ctx, l.id, l.fold.Seq(), 1)
	if err != nil || len(records) == 0 {
		return l.damaged(err)
	}
	row, err := l.reg.cfg.Store.Table(ctx, l.id)
	if err != nil {
		return refusal(err)
	}
	if row.Seq == l.fold.Seq() {
		return l.damaged(fmt.Errorf("%w: unexpected entry %d after the last one", engine.ErrCorrupt, records[0].Entry.Seq))
	}
	return nil
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

// followStore refreshes the table if the store is ahead of this node.
func (l *live) followStore(ctx context.Context, version store.TableVersion) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.evicted || l.fold == nil || (version.Seq <= l.fold.Seq() && version.Rev == l.row.Rev && !l.stale) {
		return
	}
	err := l.refresh(ctx)
	switch apperr.CodeOf(err) {
	case "":
		return
	case apperr.Damaged:
		l.endAll(wire.CloseDamaged) // without subscribers the poll skips the table
	case apperr.NewerProgram:
		l.endAll(wire.CloseNewer)
	}
	if err != nil {
		l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("could not refresh a table")
	}
}
