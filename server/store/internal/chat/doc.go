// Package chat implements store.Chat with statements that both databases understand. The stores pass functions that run a statement.
//
// Statements have the placeholders ?1, ?2 and so on. InList1 compares with the elements of a JSON array in ?1. LockPlayer ends a query of the table
// players p in a transaction, and prevents that the player is erased before its end.
//
// A transaction that changes a channel changes the row of the channel first. So the changes of one channel become visible in the order of their revs.
package chat

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"nemeton/server/store"
)

// The parts of statements that differ between the databases.
const (
	InList1    = "IN (LIST ?1)"
	LockPlayer = "/* lock */"
)

// Scan scans the columns of one row.
type Scan func(into ...any) error

// Tx runs statements in a transaction.
type Tx interface {
	Query(ctx context.Context, each func(Scan) error, query string, args ...any) error
	Exec(ctx context.Context, statement string, args ...any) (changed int64, err error)
}

// Chat implements store.Chat.
type Chat struct {
	read   Read
	change Change
}

// Read runs a query outside of a transaction.
type Read func(ctx context.Context, each func(Scan) error, query string, args ...any) error

// Change runs do in a transaction, which is rolled back on any error.
type Change func(ctx context.Context, do func(context.Context, Tx) error) error

// New returns the chat of a store.
func New(read Read, change Change) *Chat { return &Chat{read, change} }

// list encodes ids for InList1. Ids that cannot be stored are left out.
func list[ID ~string](ids []ID) string {
	kept := make([]ID, 0, len(ids))
	for _, id := range ids {
		if storable(id) {
			kept = append(kept, id)
		}
	}
	raw, err := json.Marshal(kept)
	if err != nil {
		return "[]" // unreachable: a list of texts
	}
	return string(raw)
}

// storable reports whether no database refuses the text.
func storable[ID ~string](text ID) bool { return !strings.Contains(string(text), "\x00") }

// micros scans a time in microseconds; 0 is the zero time.
type micros int64

func (m micros) time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMicro(int64(m)).UTC()
}

// one runs a query for one row. It returns store.ErrNotFound if there is none.
func one(query func(each func(Scan) error) error, into ...any) error {
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

// Forget returns the statements that delete the rows of erased players. The condition selects the players, such as "= ?1". Channels that lose rows are reset.
func Forget(condition string) []string {
	return []string{
		`UPDATE chat_channels SET rev = rev + 1, reset = rev + 1 WHERE (table_id, channel) IN (SELECT table_id, channel FROM chat_messages WHERE author ` + condition + `
			UNION SELECT table_id, channel FROM chat_reactions WHERE player ` + condition + `)`,
		"DELETE FROM chat_messages WHERE author " + condition,
		"DELETE FROM chat_reactions WHERE player " + condition,
		"DELETE FROM chat_reads WHERE player " + condition,
		"UPDATE chat_reports SET author = '' WHERE author " + condition,
		"UPDATE chat_reports SET reporter = '' WHERE reporter " + condition,
	}
}
