package table

import (
	"cmp"
	"fmt"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/store"
)

const readPage = 500

// readNew applies the records up to row.Seq that the fold lacks. It delivers them unless this is the first load.
func (l *live) readNew(fold *engine.Fold, row store.Table) error {
	loaded := l.fold != nil
	for fold.Seq() < row.Seq {
		records, err := l.read(row.Head, fold.Seq(), readPage)
		if err != nil {
			return err
		}
		l.reg.cfg.Meter.Folded(len(records))
		for _, r := range records {
			if r.Entry.Seq > row.Seq {
				break // stored after the row was read, so the row does not match it
			}
			if err := l.checkPrev(fold, r, row.Head); err != nil {
				return err
			}
			isRecent := row.Seq-r.Entry.Seq < maxRecent
			before := fold
			if loaded || isRecent {
				fold = fold.Clone() // the previous fold stays as it was
			}
			events, err := l.apply(fold, r)
			if err != nil {
				return l.damaged(err)
			}
			if loaded {
				l.broadcastEntry(l.encodeEntry(fold, r.Entry.Kind, events), r.Entry.Seat, nil)
				l.fold = fold
			} else if isRecent {
				e := newRecentEntry(before, fold, r.Entry.Kind, events, 0)
				e.head = l.headOf(fold)
				l.remember(e)
			}
			if fold.Seq() >= l.lastSnapshot+l.reg.snapshotEvery {
				l.snapshot(fold) // a load that is interrupted continues from here
			}
		}
	}
	advanced := loaded && fold.Seq() > l.row.Seq
	l.fold, l.row = fold, row
	if advanced {
		l.notifyBots(standBy)
	}
	return nil
}

// read returns at least one and at most limit records after seq. head is that of the row that promises them. Without any, the error is errDiverged if
// the row has changed, else damaged.
func (l *live) read(head codec.Hash, seq engine.Seq, limit int) ([]engine.Record, error) {
	records, err := l.fetchLog(seq, limit)
	if err == nil && len(records) == 0 {
		changed, err := l.hasChanged(head)
		if err == nil && !changed {
			err = l.damaged(missing(seq + 1))
		}
		return nil, cmp.Or(err, errDiverged)
	}
	if err != nil {
		return nil, l.damaged(err)
	}
	return records, nil
}

func missing(seq engine.Seq) error {
	return fmt.Errorf("%w: entry %d is missing", engine.ErrCorrupt, seq)
}

// checkPrev returns errDiverged if a record continues another entry because the log has changed since the row was read. Otherwise the log is damaged,
// and apply says so.
func (l *live) checkPrev(fold *engine.Fold, r engine.Record, head codec.Hash) error {
	if r.Entry.Seq != fold.Seq()+1 || r.Entry.Prev == fold.Head() {
		return nil
	}
	if l.fold != nil {
		return errDiverged
	}
	changed, err := l.hasChanged(head)
	if err == nil && changed {
		err = errDiverged
	}
	return err
}

func (l *live) hasChanged(head codec.Hash) (bool, error) {
	row, err := l.fetchRow()
	if err != nil {
		return false, l.damaged(err)
	}
	return row.Head != head, nil
}
