package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/row"
)

const (
	lanes     = 2   // batches under way at once: while one waits for the disk the next is carried out
	batchSize = 128 // appends in a batch
	// batchTime is longer than the server lets a statement take, so that it is the server who gives up where it can be reached.
	batchTime = 12 * time.Second
	// settleTime is how long it may take to find out what became of a batch.
	settleTime = 5 * time.Second
)

// Append implements store.Log. It shares its commit with the appends of other tables.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	spelled, err := row.EncodeAppend(a)
	if err != nil {
		return err
	}
	return s.appends.Append(ctx, spelled)
}

// commitBatch stores a batch: what is usual with one statement, which commits by itself, and what is not, or turns out not to be, with another.
// No context of a caller reaches it: who gives up must not undo what others wait for.
func (s *Store) commitBatch(batch []*row.Append) []error {
	ctx, cancel := context.WithTimeout(context.Background(), batchTime)
	defer cancel()
	fates := make([]error, len(batch))
	var usual, left []int
	for i, a := range batch {
		if a.Usual() {
			usual = append(usual, i)
		} else {
			left = append(left, i)
		}
	}
	left = append(left, s.carryOut(ctx, addUsual, batch, usual, fates)...)
	for _, i := range s.carryOut(ctx, addAny, batch, left, fates) {
		fates[i] = s.whyNot(ctx, batch[i].Table, &batch[i].Record.Entry)
	}
	return fates
}

// carryOut runs a statement for the appends at those places of a batch. It gives the places of those that the statement refused, without a fate: all of
// them where addUsual met a command that is there already.
func (s *Store) carryOut(ctx context.Context, what *statement, batch []*row.Append, places []int, fates []error) (refused []int) {
	if len(places) == 0 {
		return nil
	}
	// Rows are locked in the order of the list: two nodes that append to the same tables do not wait for each other in a circle.
	slices.SortFunc(places, func(i, j int) int { return strings.Compare(string(batch[i].Table), string(batch[j].Table)) })
	part, told := make([]*row.Append, len(places)), make([]error, len(places))
	for n, i := range places {
		part[n] = batch[i]
	}
	stored, err := s.send(ctx, what, part)
	switch why := fail(ctx, err); {
	case err == nil:
		for n, i := range places {
			if !stored[n] {
				refused = append(refused, i)
			}
		}
		return refused
	case errors.Is(why, store.ErrDuplicate) && what == addUsual:
		return places // one of them knows a command again: the other statement asks which
	case judged(err):
		// Nothing was stored. One of them may be to blame: each on its own.
		told = group.Apart(part, told, why, s.commitBatch)
	default:
		ask, cancel := context.WithTimeout(context.Background(), settleTime)
		defer cancel()
		told = group.Settle(ask, s, part, told, why)
	}
	for n, i := range places {
		fates[i] = told[n]
	}
	return nil
}

// send gives the statement the batch, and tells which of them it stored.
func (s *Store) send(ctx context.Context, what *statement, batch []*row.Append) (stored []bool, err error) {
	conn, err := s.lanes.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	args := spare.Get().(*arguments)
	defer spare.Put(args)
	answer := conn.Conn().PgConn().ExecPrepared(ctx, what.name, args.spell(what, batch), inBinary, inBinary)
	stored = make([]bool, len(batch))
	for answer.NextRow() {
		stored[nth(answer.Values()[0])-1] = true
	}
	_, err = answer.Close()
	return stored, err
}

// whyNot says why an entry could not stand in the log. It asks after the fact: who won may have committed since.
func (s *Store) whyNot(ctx context.Context, id store.TableID, e *engine.Entry) error {
	var known bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_key = t.key AND seat = $2 AND command <> '' AND command = $3)
		FROM tables t WHERE id = $1`, id, e.Seat, e.Command).Scan(&known)
	switch {
	case err != nil:
		return fail(ctx, err)
	case known:
		return store.ErrDuplicate
	default:
		return store.ErrConflict
	}
}
