package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/internal/group"
	"nemeton/server/store/internal/portable"
	"nemeton/server/store/internal/rows"
	"nemeton/server/store/row"
)

// appendNamed stores the appends with names or an outcome at these indexes of a batch, which are the starts and ends of tables, and sets their results. They share one transaction.
// If it is rolled back, each gets a transaction of its own.
func (s *Store) appendNamed(ctx context.Context, batch []*row.Append, indexes []int, results []error) {
	if len(indexes) == 0 {
		return
	}
	slices.SortFunc(indexes, func(i, j int) int { return strings.Compare(string(batch[i].Table), string(batch[j].Table)) }) // as in execute
	part := make([]*row.Append, len(indexes))
	for n, i := range indexes {
		part[n] = batch[i]
	}
	stored, err := s.tryNamed(ctx, part)
	switch {
	case err == nil:
		for n, i := range indexes {
			if !stored[n] {
				results[i] = s.refusedAppend(ctx, part[n].Table, &part[n].Record.Entry)
			}
		}
	case rolledBack(err):
		for n, i := range indexes {
			results[i] = s.appendAlone(ctx, part[n])
		}
	default:
		ctx, cancel := context.WithTimeout(context.Background(), reconcileTimeout)
		defer cancel()
		for n, result := range group.Reconcile(ctx, s, part, make([]error, len(part)), fail(ctx, err)) {
			results[indexes[n]] = result
		}
	}
}

// tryNamed stores appends with their names and outcomes in one transaction, and reports which it stored.
func (s *Store) tryNamed(ctx context.Context, batch []*row.Append) (stored []bool, err error) {
	conn, err := s.appendPool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // without effect after a commit
	if stored, err = s.sendOn(ctx, conn, addAny, batch); err != nil {
		return nil, err
	}
	var b pgx.Batch
	for n, a := range batch {
		if stored[n] {
			insertNames(&b, a)
			insertResults(&b, a)
		}
	}
	if err := sendAll(ctx, tx, &b); err != nil {
		return nil, err
	}
	return stored, tx.Commit(ctx)
}

// insertNames adds the names of an append.
func insertNames(b *pgx.Batch, a *row.Append) {
	for _, n := range a.Names {
		if portable.Storable(n.Player) {
			queue(b, rows.InsertName.With(a.Table, n.Seat, n.Holder, n.Player, n.Name))
		}
	}
}

// insertResults adds the results of an append.
func insertResults(b *pgx.Batch, a *row.Append) {
	if a.Outcome == nil {
		return
	}
	for _, c := range rows.ResultCalls(a.Table, *a.Outcome, a.Append.Winners, a.Append.StandIns, a.Append.Ending) {
		queue(b, c)
	}
}
