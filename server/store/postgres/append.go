package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/server/store/internal/batch"
)

const (
	// appendConns is the number of concurrent batches: while one waits for the disk, the server executes the other. Measured: with three or four,
	// batches get smaller and the rate stays.
	appendConns = 2
	batchSize   = 128 // maximum number of appends in a batch
	// batchTimeout is longer than the server's statement timeout, so that a server that can be reached ends the batch itself.
	batchTimeout = 12 * time.Second
	// reconcileTimeout is the maximum time for finding out which appends of a failed batch are stored.
	reconcileTimeout = 5 * time.Second
)

// Append implements store.Log. Concurrent appends of different tables share a commit.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	encoded, err := dialect.EncodeAppend(a)
	if err != nil {
		return err
	}
	return s.appends.Commit(ctx, encoded)
}

// commitBatch stores a batch with two statements, each of which commits by itself: addUsual for the usual appends, addAny for all others and for
// those that addUsual refused. Appends with names or an outcome share a transaction, handovers get transactions of their own. It does not use the callers' contexts, because one canceled caller must not roll back the appends of the others.
func (s *Store) commitBatch(appends []*dialect.Append) []error {
	ctx, cancel := context.WithTimeout(context.Background(), batchTimeout)
	defer cancel()
	results := make([]error, len(appends))
	var usual, rest, named []int
	for i, a := range appends {
		switch {
		case a.NewHolder != nil:
			results[i] = s.commitAlone(ctx, a)
		case len(a.Names) > 0 || a.Outcome != nil:
			named = append(named, i)
		case a.Usual():
			usual = append(usual, i)
		default:
			rest = append(rest, i)
		}
	}
	s.commitNamed(ctx, appends, named, results)
	rest = append(rest, s.runStatement(ctx, addUsual, appends, usual, results)...)
	for _, i := range s.runStatement(ctx, addAny, appends, rest, results) {
		results[i] = s.refusedAppend(ctx, appends[i].Table, &appends[i].Record.Entry)
	}
	return results
}

// runStatement runs a statement for the appends at these indexes of a batch and sets their results. It returns the indexes of refused appends, which have
// no result yet. If addUsual meets a stored command, that are all indexes; addAny then runs once for each append.
func (s *Store) runStatement(ctx context.Context, st *statement, appends []*dialect.Append, indexes []int, results []error) (refused []int) {
	if len(indexes) == 0 {
		return nil
	}
	// Rows are locked in the order of the list, so that two nodes with appends of the same tables cannot deadlock.
	slices.SortFunc(indexes, func(i, j int) int { return strings.Compare(string(appends[i].Table), string(appends[j].Table)) })
	part, partResults := make([]*dialect.Append, len(indexes)), make([]error, len(indexes))
	for n, i := range indexes {
		part[n] = appends[i]
	}
	stored, err := s.runOnce(ctx, st, part)
	switch cause := fail(ctx, err); {
	case err == nil:
		for n, i := range indexes {
			if !stored[n] {
				refused = append(refused, i)
			}
		}
		return refused
	case errors.Is(cause, store.ErrDuplicate) && st == addUsual:
		return indexes // addAny finds out which append has the stored command
	case rolledBack(err) && !endsConnection(code(err)):
		// Nothing was stored. A single append may be at fault.
		partResults = batch.CommitEach(part, partResults, cause, s.commitBatch)
	default:
		ctx, cancel := context.WithTimeout(context.Background(), reconcileTimeout)
		defer cancel()
		partResults = batch.Reconcile(ctx, s, part, partResults, cause)
	}
	for n, i := range indexes {
		results[i] = partResults[n]
	}
	return nil
}

func (s *Store) runOnce(ctx context.Context, st *statement, appends []*dialect.Append) (stored []bool, err error) {
	conn, err := s.appendPool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Release()
	return s.runOn(ctx, conn, st, appends)
}

func (s *Store) runOn(ctx context.Context, conn *pgxpool.Conn, st *statement, appends []*dialect.Append) (stored []bool, err error) {
	args := argumentPool.Get().(*arguments)
	defer argumentPool.Put(args)
	if s.pooled {
		return runUnnamed(ctx, conn.Conn().PgConn(), st, args.encode(st, appends, s.packs), len(appends))
	}
	rows := conn.Conn().PgConn().ExecPrepared(ctx, st.name, args.encode(st, appends, s.packs), binaryFormat, binaryFormat)
	stored = make([]bool, len(appends))
	for rows.NextRow() {
		stored[decodeInt(rows.Values()[0])-1] = true
	}
	_, err = rows.Close()
	return stored, err
}

// runUnnamed executes a statement without a name, for poolers. The settings and the statement are one transaction, unless conn is in one already.
func runUnnamed(ctx context.Context, conn *pgconn.PgConn, st *statement, values [][]byte, n int) (stored []bool, err error) {
	var b pgconn.Batch
	b.ExecParams(setForAppend, nil, nil, nil, nil)
	b.ExecParams(st.text, values, nil, binaryFormat, binaryFormat)
	results := conn.ExecBatch(ctx, &b)
	stored = make([]bool, n)
	for nth := 0; results.NextResult(); nth++ {
		for rows := results.ResultReader(); rows.NextRow(); {
			if nth == 1 {
				stored[decodeInt(rows.Values()[0])-1] = true
			}
		}
	}
	return stored, results.Close()
}

var selectRefusal = dialect.SQL(`/*pg SELECT EXISTS (SELECT 1 FROM entries WHERE table_key = t.key AND seat = ?2 AND command = ?3), seq = ?4 AND head <> ?5
	FROM tables t WHERE id = ?1*/`)

// refusedAppend returns the reason for which an append was refused: store.ErrDuplicate, store.ErrDiverged or store.ErrConflict. It reads after the
// statement, so that the winner of a race has committed.
func (s *Store) refusedAppend(ctx context.Context, id store.TableID, e *engine.Entry) error {
	var duplicate, diverged bool
	err := s.pool.QueryRow(ctx, selectRefusal.Postgres, id, e.Seat, dialect.Command(e.Command), int64(e.Seq-1), e.Prev[:]).Scan(&duplicate, &diverged)
	if err != nil {
		return fail(ctx, err)
	}
	return dialect.Refusal(duplicate, diverged)
}
