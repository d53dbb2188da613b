package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"nemeton/server/store"
)

// fail turns what the database says into the store's errors.
func fail(ctx context.Context, err error) error {
	var said *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return store.ErrNotFound
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	case !errors.As(err, &said):
		if lost(err) {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		return err
	}
	switch said.Code {
	case "23505": // unique_violation
		if said.ConstraintName == "entries_command" {
			return store.ErrDuplicate
		}
		return fmt.Errorf("%w: %w", store.ErrConflict, err)
	case "23503": // foreign_key_violation
		return fmt.Errorf("%w: %w", store.ErrNotFound, err)
	case "57014", // query_canceled: the statement's time is up
		"25P03", "25P04", // a transaction's time is up
		"25006",                            // read_only_sql_transaction: a standby answered
		"55P03", "40001", "40P01", "3D000": // a lock not to be had, a conflict of transactions, a deadlock, no such database (yet)
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	switch said.Code[:2] {
	case "08", "53", "57", "58", "XX": // connection, resources, operator, system, internal
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}

// lost is whether the connection, not the statement, failed.
func lost(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) || pgconn.Timeout(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, puddle.ErrClosedPool)
}

// judged is whether the server itself undid the statement: it lives and says so. Of one that is going down nobody knows whether
// the commit came first.
func judged(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.SeverityUnlocalized == "ERROR"
}

// change runs do in one transaction: all of it, or on any error nothing.
func (s *Store) change(ctx context.Context, do func(pgx.Tx) error) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return fail(ctx, err)
	}
	// After a commit it does nothing; otherwise it must reach the server though ctx may be over.
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := do(tx); err != nil {
		return fail(ctx, err)
	}
	return fail(ctx, tx.Commit(ctx))
}

// one runs a statement that must touch a row; none is store.ErrNotFound.
func (s *Store) one(ctx context.Context, statement string, args ...any) error {
	done, err := s.pool.Exec(ctx, statement, args...)
	if err == nil && done.RowsAffected() == 0 {
		return store.ErrNotFound
	}
	return fail(ctx, err)
}

// sendAll sends the statements in one round trip and fails with the first that fails.
func sendAll(ctx context.Context, tx pgx.Tx, b *pgx.Batch) error { return tx.SendBatch(ctx, b).Close() }
