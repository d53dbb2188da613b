package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
	"nemeton/server/store/internal/rows"
)

// commitNamed stores the appends with names or an outcome at these indexes of a batch, which are the starts and ends of tables, and sets their results. They share one transaction.
// If it is rolled back, each gets a transaction of its own.
func (s *Store) commitNamed(ctx context.Context, appends []*dialect.Append, indexes []int, results []error) {
	if len(indexes) == 0 {
		return
	}
	slices.SortFunc(indexes, func(i, j int) int { return strings.Compare(string(appends[i].Table), string(appends[j].Table)) }) // as in execute
	part := make([]*dialect.Append, len(indexes))
	for n, i := range indexes {
		part[n] = appends[i]
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
			results[i] = s.commitAlone(ctx, part[n])
		}
	default:
		ctx, cancel := context.WithTimeout(context.Background(), reconcileTimeout)
		defer cancel()
		for n, result := range batch.Reconcile(ctx, s, part, make([]error, len(part)), fail(ctx, err)) {
			results[indexes[n]] = result
		}
	}
}

// tryNamed stores appends with their names and outcomes in one transaction, and reports which it stored.
func (s *Store) tryNamed(ctx context.Context, appends []*dialect.Append) (stored []bool, err error) {
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
	if stored, err = s.runOn(ctx, conn, addAny, appends); err != nil {
		return nil, err
	}
	var b pgx.Batch
	for n, a := range appends {
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

func insertNames(b *pgx.Batch, a *dialect.Append) {
	for _, n := range a.Names {
		if dialect.Storable(n.Player) {
			queue(b, rows.InsertName.With(a.Table, n.Seat, n.Holder, n.Player, n.Name))
		}
	}
}

func insertResults(b *pgx.Batch, a *dialect.Append) {
	if a.Outcome == nil {
		return
	}
	for _, c := range rows.ResultCalls(a.Table, *a.Outcome, a.Append.Winners, a.Append.StandIns, a.Append.Ending) {
		queue(b, c)
	}
}
