package batch

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// Reader reads logs for Reconcile.
type Reader interface {
	Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error)
}

// Reconcile determines the results of a batch after its commit failed with cause: the commit may have reached the disk all the same. It reads the
// logs for those appends that have no error in results yet, and completes results:
//
//   - nil if the log holds the append's record;
//   - store.ErrConflict if it holds another record with the same seq;
//   - cause otherwise.
func Reconcile(ctx context.Context, from Reader, batch []*dialect.Append, results []error, cause error) []error {
	available := true // after the first failed read the store is not asked again
	for i := range batch {
		if results[i] != nil {
			continue
		}
		results[i] = cause
		if !available {
			continue
		}
		r := &batch[i].Record
		found, err := from.Read(ctx, batch[i].Table, r.Entry.Seq-1, 1)
		switch {
		case errors.Is(err, store.ErrUnavailable):
			available = false
		case err != nil || len(found) == 0:
		case found[0].Hash == r.Hash:
			results[i] = nil
		default:
			results[i] = store.ErrConflict
		}
	}
	return results
}

// CommitEach commits the appends of a batch one by one after the whole batch was rolled back because of cause. So the append at fault fails
// alone. A batch of one append gets cause as its result.
func CommitEach(batch []*dialect.Append, results []error, cause error, commit CommitBatch) []error {
	if len(batch) == 1 {
		return []error{cause}
	}
	for i := range batch {
		results[i] = commit(batch[i : i+1])[0]
	}
	return results
}
