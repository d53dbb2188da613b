package table

import (
	"errors"
	"fmt"
	"io"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Point names an entry in one history of a table. The zero value names none.
type Point struct {
	Seq  engine.Seq
	Head string // the entry's short head; empty: unknown
}

// errDiverged means that the stored log does not continue the entries in memory.
var errDiverged = errors.New("the stored log continues another entry")

// headOf is the short head of a fold's last entry; empty before the start and if the secret is missing.
func (l *live) headOf(fold *engine.Fold) string {
	if l.heads == nil {
		return ""
	}
	return fold.ShortHead(*l.heads)
}

// point names an entry of the present log.
func (l *live) point(r engine.Record) Point {
	return Point{r.Entry.Seq, l.shortHead(r.Entry.Seq, r.Hash)}
}

// shortHead is the short head of an entry of the present log; empty before the start and if the secret is missing.
func (l *live) shortHead(seq engine.Seq, hash codec.Hash) string {
	if seq == 0 || l.heads == nil {
		return ""
	}
	return l.heads.Short(uint64(seq), l.fold.RestoresAt(seq), hash)
}

// checkSeen compares the entry that a client names with the log. If the server issued the head for an entry that is lost, it records a restore, and
// returns an error with the code restored. A head that the server did not issue counts as none.
func (l *live) checkSeen(seen Point) error {
	lost, err := l.lost(seen)
	if err == nil && lost {
		err = apperr.New(apperr.Restored, "this table was restored to an earlier moment; look at it again")
	}
	return err
}

// lost reports whether the server issued the head for an entry that the log no longer has. It records the restore unless that happened already.
func (l *live) lost(seen Point) (bool, error) {
	if seen.Head == "" || seen.Seq == 0 || l.heads == nil || l.isPresent(seen) {
		return false, nil
	}
	if _, authentic := l.heads.Check(uint64(seen.Seq), seen.Head); !authentic {
		return false, nil
	}
	// The entry may be newer than this node's state.
	if !l.fresh {
		if err := l.refresh(); err != nil {
			return false, err
		}
	}
	var own codec.Hash
	if seen.Seq < l.fold.Seq() {
		records, err := l.read(l.fold.Head(), seen.Seq-1, 1)
		if errors.Is(err, errDiverged) {
			err = apperr.Wrap(err, apperr.Unavailable, "the table has just changed; try again")
		}
		if err != nil {
			return false, err
		}
		own = records[0].Hash
	}
	switch l.fold.CompareHead(*l.heads, seen.Seq, seen.Head, own) {
	case engine.HeadLost:
		l.reg.cfg.Meter.Rewound()
		return true, l.recordRestore("a client named an entry that the store lost")
	case engine.HeadReplaced:
		return true, nil
	default:
		return false, nil
	}
}

// isPresent reports whether the named entry is one of the newest of the present log, without asking the store.
func (l *live) isPresent(seen Point) bool {
	if seen.Seq == l.fold.Seq() {
		return seen.Head == l.shortHead(seen.Seq, l.fold.Head())
	}
	missed, ok := l.since(seen.Seq - 1)
	return ok && len(missed) > 0 && seen.Head == l.shortHead(seen.Seq, missed[0].fold.Head())
}

// rewind replaces a state that the store has lost by the stored one. before is the state at the start of this refresh; nil: none. If the rewind fails,
// the next use tries again.
func (l *live) rewind(why error, before *engine.Fold) error {
	if l.rewinds++; l.rewinds > attempts {
		return l.damaged(fmt.Errorf("%w: %w", engine.ErrCorrupt, why))
	}
	if before != nil {
		l.reg.cfg.Meter.Rewound()
		l.reg.cfg.Log.Error().Err(why).Str("table", string(l.id)).Uint64("memory", uint64(before.Seq())).Uint64("store", uint64(l.row.Seq)).
			Msg("the store lost entries of a table; read it again")
		if l.restoreWhy == "" {
			l.restoreWhy, l.restoresBefore = "the store is behind this node", before.Restores()
		}
		l.rewound = true
	}
	l.fold, l.recent, l.recentBytes, l.shared, l.projections, l.lastSnapshot, l.drawKey, l.stale = nil, nil, 0, nil, nil, 0, nil, true
	return l.refresh()
}

// sendRestored sends the state after a rewind to all viewers, with a notice.
func (l *live) sendRestored() {
	l.rewound = false
	for s := range l.subs {
		if v := viewerOf(l.row, s.player); v != s.viewer() {
			s.setViewer(v)
		}
		l.sendSnapshot(s, true)
		if code, closed := s.closeReason(l.row); closed {
			l.end(s, code)
		}
	}
	l.broadcastPresence()
}

// recordRestore stores the entry that gives the table new entropy, because its coming draws may be known. A table that has not started draws with
// new entropy right after its start.
func (l *live) recordRestore(why string) error {
	l.restoreWhy, l.restoresBefore = why, l.fold.Restores()
	return l.recordPendingRestore()
}

// recordPendingRestore stores the restore that is due, unless another node did. After a failure the next use tries again, before anything is drawn.
func (l *live) recordPendingRestore() error {
	if l.row.State == store.Open {
		return nil
	}
	l.restoring = true
	err := l.commitRestore()
	l.restoring = false
	if err == nil && l.row.State != store.Open { // meanwhile the start may be lost, too
		l.restoreWhy = ""
	}
	l.stale = l.stale || err != nil
	return err
}

func (l *live) commitRestore() error {
	for range attempts {
		l.restoresBefore = min(l.restoresBefore, l.fold.Restores()) // restores may be lost, too
		if l.row.State != store.Running || l.fold.Restores() > l.restoresBefore {
			return nil
		}
		var entropy chance.Entropy
		if _, err := io.ReadFull(l.entropy, entropy[:]); err != nil {
			return apperr.Wrap(err, apperr.Internal, "an internal error occurred")
		}
		now := l.now.UnixMilli()
		if l.fold.Pace().HasClocks() {
			now = l.fold.ClocksAt() // the restore can follow an outage that the log does not have yet, so it lets no clock run
		}
		record, err := l.fold.Restore(entropy, now)
		if err != nil {
			return refusal(err)
		}
		stored, err := l.commitOwn(record)
		if err != nil {
			return err
		}
		if stored {
			l.reg.cfg.Meter.Restored()
			l.reg.cfg.Log.Warn().Str("table", string(l.id)).Str("because", l.restoreWhy).Uint64("seq", uint64(record.Entry.Seq)).Msg("a table was restored")
			return nil
		}
	}
	return tooManyMoves()
}
