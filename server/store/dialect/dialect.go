// Package dialect holds the code that all databases share. It runs statements that both understand, encodes rows, and checks updates and stored records.
//
// A statement is translated once, when the program starts; the stores pass methods that run it.
//
// Arguments and variables may be times, flags, hashes and lists, besides numbers and texts: columns hold whole microseconds, 0 or 1, and bytes.
package dialect

import (
	"context"
	"time"

	"nemeton/server/store"
)

// Scan scans the columns of one row.
type Scan func(into ...any) error

// Queryer runs queries.
type Queryer interface {
	Query(ctx context.Context, each func(Scan) error, q *Statement, args ...any) error
}

// Tx runs statements in a transaction.
type Tx interface {
	Queryer
	Exec(ctx context.Context, q *Statement, args ...any) (changed int64, err error)
	// Send runs the statements one after the other, if possible in one round trip. It returns the error of the first one that fails.
	Send(ctx context.Context, calls ...Call) error
}

// DB runs statements of a database. Query runs outside of a transaction; Exec and Send have one of their own.
type DB interface {
	Tx
	// Change runs do in a transaction, which is rolled back on any error.
	Change(ctx context.Context, do func(context.Context, Tx) error) error
}

// Call is a statement with its arguments.
type Call struct {
	Statement *Statement
	Args      []any
}

func (s *Statement) With(args ...any) Call { return Call{s, args} }

// Row runs a query for one row. It returns store.ErrNotFound if there is none.
func Row(ctx context.Context, from Queryer, q *Statement, args []any, into ...any) error {
	found := false
	err := from.Query(ctx, func(scan Scan) error {
		found = true
		return scan(into...)
	}, q, args...)
	if err == nil && !found {
		err = store.ErrNotFound
	}
	return err
}

// Into returns a scan of rows whose columns are members of T, in the order of members.
func Into[T any](members func(*T) []any) func(Scan) (T, error) {
	return func(scan Scan) (v T, err error) {
		err = scan(members(&v)...)
		return v, err
	}
}

// Collect returns what scan makes of each row of a query.
func Collect[T any](ctx context.Context, from Queryer, scan func(Scan) (T, error), q *Statement, args ...any) (list []T, err error) {
	err = from.Query(ctx, func(s Scan) error {
		v, err := scan(s)
		list = append(list, v)
		return err
	}, q, args...)
	if err != nil {
		return nil, err
	}
	return list, nil
}

// One returns what scan makes of the first row of a query. It returns store.ErrNotFound if there is none.
func One[T any](ctx context.Context, from Queryer, scan func(Scan) (T, error), q *Statement, args ...any) (v T, err error) {
	list, err := Collect(ctx, from, scan, q, args...)
	if err == nil && len(list) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return v, err
	}
	return list[0], nil
}

// Map returns the rows of a query with two columns, a key and a value.
func Map[K comparable, V any](ctx context.Context, from Queryer, q *Statement, args ...any) (map[K]V, error) {
	values := map[K]V{}
	err := from.Query(ctx, func(scan Scan) error {
		var key K
		var value V
		err := scan(&key, &value)
		values[key] = value
		return err
	}, q, args...)
	if err != nil {
		return nil, err
	}
	return values, nil
}

// Column returns the values of a query with one column.
func Column[T any](ctx context.Context, from Queryer, q *Statement, args ...any) ([]T, error) {
	return Collect(ctx, from, func(scan Scan) (v T, err error) { err = scan(&v); return v, err }, q, args...)
}

// ChangeRow runs a statement. It returns store.ErrNotFound if the statement changes no row.
func ChangeRow(ctx context.Context, in Tx, q *Statement, args ...any) error {
	n, err := in.Exec(ctx, q, args...)
	if err == nil && n == 0 {
		return store.ErrNotFound
	}
	return err
}

// RemoveUpTo runs statements that delete old rows, one after the other, with the arguments time and limit. It deletes up to limit rows in all and returns
// their number.
func RemoveUpTo(ctx context.Context, db DB, before time.Time, limit int, statements ...*Statement) (n int, err error) {
	err = db.Change(ctx, func(ctx context.Context, tx Tx) error {
		n = 0
		for _, statement := range statements {
			if n == limit {
				break
			}
			removed, err := tx.Exec(ctx, statement, before, limit-n)
			if err != nil {
				return err
			}
			n += int(removed)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}
