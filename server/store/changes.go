package store

import (
	"context"

	"nemeton/engine"
)

// Cursor is a position in the changes of a database. The zero Cursor is before all of them.
type Cursor struct {
	At      int64
	History string // differs after a failover or a restore, so that a cursor of another history is noticed
}

// Changes are the changes between two cursors.
type Changes struct {
	Next   Cursor
	Tables []ChangedTable // a table, and even a change, may come twice
	// Unknown means that any table may have changed, and Tables is empty.
	Unknown bool
}

// ChangedTable is one change of a table.
type ChangedTable struct {
	Table TableID
	Seq   engine.Seq // of the new entry; 0: the row or the chat changed
	Chat  bool
}

// ChangeFeed tells which tables have changed, so that nodes need not ask for each table.
type ChangeFeed interface {
	// ChangedSince returns at least the changes of table versions and chats that were committed after the call that returned the cursor, and before this one.
	ChangedSince(ctx context.Context, since Cursor) (Changes, error)
	// ForgetChanges deletes the changes before a cursor. Nobody may use an older one afterwards.
	ForgetChanges(ctx context.Context, before Cursor) error
}
