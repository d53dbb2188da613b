package sqlite

import (
	"context"

	"nemeton/server/store"
)

// ChangedSince implements store.ChangeFeed. The file has one node, so it is enough to know whether anything was committed.
func (s *Store) ChangedSince(ctx context.Context, since store.Cursor) (c store.Changes, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT changes, epoch || '/' || coalesce((SELECT max(n) FROM entries), 0) FROM meta").Scan(&c.Next.At, &c.Next.History)
	c.Unknown = c.Next != since
	return c, s.fail(ctx, err)
}

// ForgetChanges implements store.ChangeFeed. There are none to delete.
func (s *Store) ForgetChanges(context.Context, store.Cursor) error { return nil }
