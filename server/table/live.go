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

// readPage is how many records one read of the log asks for.
const readPage = 500

// live is one table in memory.
type live struct {
	reg     *Registry
	id      store.TableID
	watched atomic.Int32 // len(subs), for those who must not wait for the lock
	present atomic.Pointer[attendance]
	told    atomic.Pointer[fanout.Presence] // what the other nodes were told last of who is here

	mu    sync.Mutex // guards all below
	gone  bool       // swept: find it anew
	row   store.Table
	names map[store.PlayerID]string
	fold  *engine.Fold
	fresh bool // read from the store during this use
	stale bool // the outcome of an append is unknown: read on before anything else
	used  time.Time
	subs  map[*Subscription]struct{}
	sight map[audience]sight     // what viewers were told last
	heard map[engine.Seat]*heard // by the seats that bots play

	headcount headcount
}

// bringUp loads the table, or reads on where that is due.
func (l *live) bringUp(ctx context.Context) error {
	if l.row.ID != "" && !l.stale {
		return nil
	}
	return l.refresh(ctx)
}

// refresh reads the row anew and the log from where the fold stands, and tells viewers what they have not heard.
func (l *live) refresh(ctx context.Context) error {
	row, err := l.reg.cfg.Store.Table(ctx, l.id)
	if err != nil {
		return l.damaged(err)
	}
	fold := l.fold
	if fold == nil {
		title, ok := l.reg.cfg.Title(row.Title)
		if !ok {
			return apperr.New(apperr.Damaged, "this server does not know the table's title")
		}
		fold = engine.NewFold(title)
	}
	names, err := l.reg.names(ctx, row)
	if err != nil {
		return refusal(err)
	}
	was, before := l.row, l.fold
	if before != nil && row.Seq > before.Seq() {
		before = before.Clone() // reading on changes the fold in place
	}
	l.names = names
	if err := l.readOn(ctx, fold, row); err != nil {
		return err
	}
	l.stale, l.fresh = false, true
	l.present.Store(l.attend())
	if was.ID != "" && (row.Rev != was.Rev || !slices.Equal(row.Seats, was.Seats) || !alike(before, fold)) {
		l.tellTable()
	}
	return nil
}

// current reads on where nobody watches: the poll leaves such tables alone.
func (l *live) current(ctx context.Context) error {
	if l.fresh || l.watched.Load() > 0 {
		return nil
	}
	return l.refresh(ctx)
}

// readOn applies the records that the fold lacks and tells them. The first time there is nobody to tell.
func (l *live) readOn(ctx context.Context, fold *engine.Fold, row store.Table) error {
	before := fold.Seq()
	for fold.Seq() < row.Seq {
		records, err := l.reg.cfg.Store.Read(ctx, l.id, fold.Seq(), readPage)
		if err != nil {
			return l.damaged(err)
		}
		if len(records) == 0 {
			return l.damaged(fmt.Errorf("%w: entry %d is missing", engine.ErrCorrupt, fold.Seq()+1))
		}
		for _, r := range records {
			if r.Entry.Seq > row.Seq {
				break // stored since the row was read: what the row says of it would be missing
			}
			events, err := l.apply(fold, row.Title, r)
			if err != nil {
				return l.damaged(err)
			}
			if l.fold != nil {
				l.deliver(l.spell(fold, events), r.Entry.Seat)
			}
		}
	}
	followed := l.fold != nil && fold.Seq() > before
	l.fold, l.row = fold, row
	if followed {
		l.standBy()
	}
	return nil
}

// apply adds a stored record to a fold. Errors: engine.ErrCorrupt, and engine.ErrUnknownEvent for what a newer program wrote.
func (l *live) apply(fold *engine.Fold, of string, r engine.Record) ([]engine.Event, error) {
	if title, ok := l.reg.cfg.Title(of); ok && r.Entry.Rules > title.Info().Rules {
		return nil, fmt.Errorf("%w: entry %d was decided by rules of version %d", engine.ErrUnknownEvent, r.Entry.Seq, r.Entry.Rules)
	}
	events, err := fold.Apply(r)
	if err != nil && !errors.Is(err, engine.ErrUnknownEvent) && !errors.Is(err, engine.ErrCorrupt) {
		err = fmt.Errorf("%w: %w", engine.ErrCorrupt, err)
	}
	return events, err
}

// beyond finds out why an append cannot stand after the last entry, though nobody else was quicker: an entry that the table's row does
// not know of. The row is read last: it counts all that was stored before.
func (l *live) beyond(ctx context.Context) error {
	records, err := l.reg.cfg.Store.Read(ctx, l.id, l.fold.Seq(), 1)
	if err != nil || len(records) == 0 {
		return l.damaged(err)
	}
	row, err := l.reg.cfg.Store.Table(ctx, l.id)
	if err != nil {
		return refusal(err)
	}
	if row.Seq == l.fold.Seq() {
		return l.damaged(fmt.Errorf("%w: entry %d stands where none can be", engine.ErrCorrupt, records[0].Entry.Seq))
	}
	return nil
}

func (l *live) damaged(err error) error { return l.reg.damaged(l.id, err) }

// damaged logs and counts errors of a log itself, and a secret that cannot be read; others pass as they are.
func (r *Registry) damaged(id store.TableID, err error) error {
	if errors.Is(err, engine.ErrCorrupt) || errors.Is(err, engine.ErrUnknownEvent) || errors.Is(err, store.ErrSealed) {
		r.cfg.Meter.Damaged()
		r.cfg.Log.Error().Err(err).Str("table", string(id)).Msg("a table cannot be read")
	}
	return refusal(err)
}

// follow reads on where the store is ahead of what this node knows.
func (l *live) follow(ctx context.Context, head store.TableVersion) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.fold == nil || (head.Seq <= l.fold.Seq() && head.Rev == l.row.Rev && !l.stale) {
		return
	}
	err := l.refresh(ctx)
	switch apperr.CodeOf(err) {
	case "":
		return
	case apperr.Damaged:
		l.endAll(wire.CloseDamaged) // and nobody polls it any more
	case apperr.NewerProgram:
		l.endAll(wire.CloseNewer)
	}
	if err != nil {
		l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("could not follow a table")
	}
}

// retire marks the table gone if nobody watches it and nobody used it since before.
func (l *live) retire(before time.Time) bool {
	if !l.mu.TryLock() {
		return false // in use
	}
	defer l.mu.Unlock()
	if l.gone || len(l.subs) > 0 || l.used.After(before) {
		return false
	}
	l.gone = true
	return true
}
