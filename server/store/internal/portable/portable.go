// Package portable runs statements that both databases understand. The stores pass functions that run a statement.
//
// Statements have the placeholders ?1, ?2 and so on, and the constants of this package for the parts that differ.
package portable

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"nemeton/server/store"
)

// The parts of statements that differ between the databases.
const (
	InList1    = "IN (LIST ?1)"     // compares with the elements of a JSON array in ?1
	LockPlayer = "/* lock */"       // ends a query of the table players p in a transaction, and prevents that the player is erased before its end
	Like       = "/* like */"       // the operator that compares texts with a pattern, without regard to the case of ASCII letters
	BytesOfAll = "/* all bytes */"  // the size of the database, in bytes
	LockMails  = "/* lock mails */" // an expression that excludes other transactions with it, until the end of the transaction
	microsOf   = "/* micros */"
	endMicros  = "/* end micros */"
)

// MicrosOf is a column with a time, in microseconds since 1970 UTC.
func MicrosOf(column string) string { return microsOf + column + endMicros }

// InSQLite replaces the parts of statements for SQLite. Transactions that write run one after the other, so players need no lock.
var InSQLite = strings.NewReplacer(InList1, "IN (SELECT value FROM json_each(?1))", LockPlayer, "", Like, "LIKE", microsOf, "", endMicros, "", LockMails, "1",
	BytesOfAll, "(SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size())")

// InPostgres replaces the parts of statements for Postgres.
var InPostgres = strings.NewReplacer(InList1, "IN (SELECT jsonb_array_elements_text($1::text::jsonb))", LockPlayer, "FOR SHARE OF p", Like, "ILIKE",
	microsOf, "(extract(epoch FROM ", endMicros, ") * 1000000)::bigint", LockMails, "pg_advisory_xact_lock(hashtextextended('mails', 2))", BytesOfAll, "pg_database_size(current_database())", "?", "$")

// Scan scans the columns of one row.
type Scan func(into ...any) error

// Tx runs statements in a transaction.
type Tx interface {
	Query(ctx context.Context, each func(Scan) error, query string, args ...any) error
	Exec(ctx context.Context, statement string, args ...any) (changed int64, err error)
}

// DB runs statements of a database.
type DB struct {
	// Read runs a query outside of a transaction.
	Read func(ctx context.Context, each func(Scan) error, query string, args ...any) error
	// Change runs do in a transaction, which is rolled back on any error.
	Change func(ctx context.Context, do func(context.Context, Tx) error) error
}

// List encodes ids for InList1. Ids that cannot be stored are left out.
func List[ID ~string](ids []ID) string {
	kept := make([]ID, 0, len(ids))
	for _, id := range ids {
		if Storable(id) {
			kept = append(kept, id)
		}
	}
	raw, err := json.Marshal(kept)
	if err != nil {
		return "[]" // unreachable: a list of texts
	}
	return string(raw)
}

// Storable reports whether no database refuses the text.
func Storable[ID ~string](text ID) bool { return !strings.Contains(string(text), "\x00") }

// Micros scans a time in microseconds; 0 is the zero time.
type Micros int64

// MicrosAt is the inverse of Micros.Time.
func MicrosAt(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// Time returns the time.
func (m Micros) Time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMicro(int64(m)).UTC()
}

// One runs a query for one row. It returns store.ErrNotFound if there is none.
func One(query func(each func(Scan) error) error, into ...any) error {
	found := false
	err := query(func(scan Scan) error {
		found = true
		return scan(into...)
	})
	if err == nil && !found {
		err = store.ErrNotFound
	}
	return err
}

// RemoveUpTo runs statements that delete old rows, one after the other, with the arguments time and limit. It deletes up to limit rows in all and returns
// their number.
func RemoveUpTo(ctx context.Context, tx Tx, before time.Time, limit int, statements ...string) (n int, err error) {
	for _, statement := range statements {
		if n == limit {
			break
		}
		removed, err := tx.Exec(ctx, statement, before.UnixMicro(), limit-n)
		if err != nil {
			return n, err
		}
		n += int(removed)
	}
	return n, nil
}
