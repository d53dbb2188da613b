package group

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

// Reader is what Settle asks.
type Reader interface {
	Read(ctx context.Context, id store.TableID, after engine.Seq, limit int) ([]engine.Record, error)
}

// Settle says what became of a batch whose commit failed with why, by reading. fates holds those that were refused before. Of the
// others, whose record is there is stored, whatever the commit said; who finds another's in its place has lost; of the
// rest nobody knows yet, and they get why.
func Settle(ctx context.Context, from Reader, batch []*row.Append, fates []error, why error) []error {
	answers := true // a store that does not is asked once, not for every append
	for i := range batch {
		if fates[i] != nil {
			continue
		}
		fates[i] = why
		if !answers {
			continue
		}
		r := &batch[i].Record
		found, err := from.Read(ctx, batch[i].Table, r.Entry.Seq-1, 1)
		switch {
		case errors.Is(err, store.ErrUnavailable):
			answers = false
		case err != nil || len(found) == 0:
		case found[0].Hash == r.Hash:
			fates[i] = nil
		default:
			fates[i] = store.ErrConflict
		}
	}
	return fates
}

// Apart stores one by one what could not be stored together because of why, so that one append's fault stays its own.
func Apart(batch []*row.Append, fates []error, why error, keep CommitBatch) []error {
	if len(batch) == 1 {
		return []error{why}
	}
	for i := range batch {
		fates[i] = keep(batch[i : i+1])[0]
	}
	return fates
}
