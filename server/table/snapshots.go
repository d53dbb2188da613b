package table

import (
	"context"
	"errors"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
)

// snapshotEvery is the number of entries between two snapshots of a fold, except in simulations.
const snapshotEvery = 256

// saveSnapshot queues a snapshot of the fold if the last one is old enough.
func (l *live) saveSnapshot() {
	if l.fold.Seq() >= l.lastSnapshot+l.reg.snapshotEvery {
		l.snapshot(l.fold)
	}
}

func (l *live) snapshot(fold *engine.Fold) {
	l.lastSnapshot = fold.Seq()
	raw, err := fold.Snapshot()
	if err != nil || len(raw) > store.MaxSnapshot {
		l.reg.cfg.Log.Error().Err(err).Str("table", string(l.id)).Int("bytes", len(raw)).Msg("could not make a snapshot")
		return
	}
	l.out.snapshots = append(l.out.snapshots, store.Snapshot{Table: l.id, Seq: fold.Seq(), Head: fold.Head(), Bytes: raw})
}

// restoreFold returns the state of the newest useful snapshot, or the state before the start. A snapshot is a cache: if it cannot be read or does not
// belong to the log, the log is folded from its beginning. Errors: those of the store.
func (l *live) restoreFold(title engine.Title, row store.Table) (*engine.Fold, error) {
	blank := engine.NewFold(title)
	if row.Seq < l.reg.snapshotEvery {
		return blank, nil
	}
	// The entries after the snapshot fill the memory of recent entries.
	atMost := row.Seq - min(row.Seq, maxRecent)
	latest := func(ctx context.Context, s Store) (store.Snapshot, error) { return s.LatestSnapshot(ctx, l.id, atMost) }
	snapshot, err := fetch(l, latest)
	if errors.Is(err, store.ErrNotFound) {
		atMost = row.Seq
		snapshot, err = fetch(l, latest)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return blank, nil
	case err != nil:
		return nil, l.damaged(err)
	}
	fold, err := engine.RestoreFold(title, snapshot.Bytes)
	if err == nil {
		err = l.checkSnapshot(fold, snapshot, row.Head)
	}
	if err != nil {
		if !errors.Is(err, engine.ErrSnapshotVersion) {
			l.reg.cfg.Log.Warn().Err(err).Str("table", string(l.id)).Msg("ignored a snapshot")
		}
		return blank, l.ask(&dropSnapshotsRequest{id: l.id})
	}
	l.lastSnapshot = fold.Seq()
	return fold, nil
}

// checkSnapshot compares a snapshot with the entry in the log that it follows. head is that of the row.
func (l *live) checkSnapshot(fold *engine.Fold, s store.Snapshot, head codec.Hash) error {
	if fold.Start().Table != string(l.id) || fold.Seq() != s.Seq || fold.Head() != s.Head {
		return fmt.Errorf("%w: a snapshot of entry %d of table %s", engine.ErrCorrupt, fold.Seq(), fold.Start().Table)
	}
	records, err := l.read(head, fold.Seq()-1, 1)
	if err == nil && (records[0].Entry.Seq != fold.Seq() || records[0].Hash != fold.Head()) {
		err = fmt.Errorf("%w: a snapshot of another history", engine.ErrCorrupt)
	}
	return err
}
