package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"nemeton/server/store"
)

// fail maps an error of the database to the errors of package store.
func fail(ctx context.Context, err error) error {
	var failure *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return store.ErrNotFound
	case errors.Is(err, store.ErrOverloaded):
		return err
	case ctx.Err() != nil:
		if cause := context.Cause(ctx); errors.Is(cause, store.ErrOverloaded) || errors.Is(cause, store.ErrUnavailable) {
			return cause // there was no connection
		}
		return fmt.Errorf("%w: %w", store.ErrUnavailable, ctx.Err())
	case !errors.As(err, &failure):
		if connectionLost(err) {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		return err
	}
	switch failure.Code {
	case "23505": // unique_violation
		if strings.HasPrefix(failure.ConstraintName, "entries") && strings.Contains(failure.ConstraintName, "command") { // an index of any partition
			return store.ErrDuplicate
		}
		return fmt.Errorf("%w: %w", store.ErrConflict, err)
	case "23503": // foreign_key_violation
		return fmt.Errorf("%w: %w", store.ErrNotFound, err)
	case "XX001", "XX002": // data_corrupted, index_corrupted
		return fmt.Errorf("%w: %w", store.ErrDamaged, err)
	case "57014", // query_canceled: statement timeout
		"25P03", "25P04", // transaction timeouts
		"25006",                            // read_only_sql_transaction: the server is a standby
		"55P03", "40001", "40P01", "3D000": // lock timeout, serialization failure, deadlock, no such database (yet)
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	switch failure.Code[:2] {
	case "08", "53", "57", "58", "XX": // connection, resources, operator intervention, system, internal
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}

func connectionLost(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) || pgconn.Timeout(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, puddle.ErrClosedPool)
}

// rolledBack reports whether the server rolled the statement back and keeps running. A server that shuts down may have committed before its error.
func rolledBack(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.SeverityUnlocalized == "ERROR"
}

func (s *Store) change(ctx context.Context, do func(pgx.Tx) error) error {
	leave, err := s.gate.enter(ctx, 0)
	if err != nil {
		return err
	}
	defer leave(ctx)
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return fail(ctx, err)
	}
	// Without effect after a commit. It must reach the server even if ctx has ended.
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := do(tx); err != nil {
		return fail(ctx, err)
	}
	return fail(ctx, tx.Commit(ctx))
}

func (s *Store) changeRow(ctx context.Context, statement string, args ...any) error {
	n, err := s.exec(ctx, statement, args...)
	if err == nil && n == 0 {
		return store.ErrNotFound
	}
	return err
}

func (s *Store) exec(ctx context.Context, statement string, args ...any) (rows int64, err error) {
	leave, err := s.gate.enter(ctx, 0)
	if err != nil {
		return 0, err
	}
	defer leave(ctx)
	result, err := s.pool.Exec(ctx, statement, args...)
	return result.RowsAffected(), fail(ctx, err)
}

// sendAll sends the statements in one round trip. It returns the error of the first one that fails.
func sendAll(ctx context.Context, tx pgx.Tx, b *pgx.Batch) error { return tx.SendBatch(ctx, b).Close() }
