package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// The statements of notifications, with the placeholders of Postgres.
var (
	selectNotifier  = row.Numbered(row.SelectNotifier)
	selectChannels  = row.Numbered(row.SelectChannels)
	saveNotifier    = row.Numbered(row.SaveNotifier)
	saveChannel     = row.Numbered(row.SaveChannel)
	deleteChannel   = row.Numbered(row.DeleteChannel)
	takeAddress     = row.Numbered(row.TakeAddress)
	selectOwner     = row.Numbered(row.SelectOwner)
	attend          = row.Numbered(row.Attend)
	tell            = row.Numbered(row.Tell)
	addNotice       = row.Numbered(row.AddNotice)
	claimNotices    = "UPDATE notices SET leased_until = $3 WHERE id IN (" + row.Numbered(row.DueNotices) + " FOR UPDATE SKIP LOCKED) RETURNING " + row.NoticeColumns
	nudge           = row.Numbered(row.Nudge)
	addServerKey    = row.Numbered(row.AddServerKey)
	selectServerKey = row.Numbered(row.SelectServerKey)
	selectOwedBy    = row.SelectOwedBy("p.player = ANY ($1)", inMillis)
	selectSeatedAt  = row.SelectSeatedAt("table_id = ANY ($1)")
	selectUntold    = row.Numbered(row.SelectUntold(inMillis))
)

func inMillis(column string) string { return "(extract(epoch FROM " + column + ") * 1000)::bigint" }

// flag returns a truth value as a column of notifications holds it.
func flag(on bool) int16 {
	if on {
		return 1
	}
	return 0
}

// Notifier implements store.Notifications.
func (s *Store) Notifier(ctx context.Context, player store.PlayerID) (n store.Notifier, err error) {
	n.Player = player
	if !storable(string(player)) {
		return n, nil
	}
	ctx, done := s.reading(ctx)
	defer done()
	n, err = notifier(ctx, s.pool, player)
	return n, fail(ctx, err)
}

// queryer is a pool or a transaction.
type queryer interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
}

func notifier(ctx context.Context, from queryer, player store.PlayerID) (store.Notifier, error) {
	n := store.Notifier{Player: player}
	rows, err := from.Query(ctx, selectNotifier, player)
	if err != nil {
		return n, err
	}
	var always int16
	var since, until int64
	_, err = pgx.ForEachRow(rows, []any{&n.Settings, &always, &since, &until}, func() error {
		n.Always, n.Since, n.AttentiveUntil = always != 0, row.Millis(since), row.Millis(until)
		return nil
	})
	if err != nil {
		return n, err
	}
	if rows, err = from.Query(ctx, selectChannels, player); err != nil {
		return n, err
	}
	var c store.Channel
	_, err = pgx.ForEachRow(rows, []any{&c.ID, &c.Kind, &c.Address, &c.Data}, func() error {
		n.Channels = append(n.Channels, c)
		return nil
	})
	return n, err
}

// ChangeNotifier implements store.Notifications. Concurrent calls of one player run one after the other.
func (s *Store) ChangeNotifier(ctx context.Context, player store.PlayerID, now time.Time, change func(*store.Notifier) error) (after store.Notifier, err error) {
	if !storable(string(player)) {
		return store.Notifier{}, store.ErrNotFound
	}
	var refused error
	err = s.change(ctx, func(tx pgx.Tx) error {
		if err := lockPlayer(ctx, tx, player); err != nil {
			return err
		}
		before, err := notifier(ctx, tx, player)
		if err != nil {
			return err
		}
		var ended []string
		if after, ended, refused = row.ChangeNotifier(before, now, change); refused != nil {
			return refused
		}
		result, err := tx.Exec(ctx, saveNotifier, player, after.Settings, flag(len(after.Channels) > 0), flag(after.Always), row.StoredMillis(after.Since))
		if err == nil && result.RowsAffected() == 0 {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		var b pgx.Batch
		for _, id := range ended {
			b.Queue(deleteChannel, player, id)
		}
		for _, c := range after.Channels {
			if c.Kind == store.PushChannel {
				b.Queue(takeAddress, player, c.Address)
			}
			b.Queue(saveChannel, c.ID, player, c.Kind, c.Address, c.Data)
		}
		b.Queue(row.NoteLost)
		return sendAll(ctx, tx, &b)
	})
	if refused != nil {
		return store.Notifier{}, refused // unchanged, as promised
	}
	return after, err
}

// ChannelOwner implements store.Notifications.
func (s *Store) ChannelOwner(ctx context.Context, channel string) (player store.PlayerID, err error) {
	if storable(channel) {
		err = s.each(ctx, []any{&player}, func() {}, selectOwner, channel)
	}
	if err == nil && player == "" {
		err = store.ErrNotFound
	}
	return player, err
}

// Attend implements store.Notifications.
func (s *Store) Attend(ctx context.Context, player store.PlayerID, until time.Time) error {
	if !storable(string(player)) {
		return nil
	}
	_, err := s.exec(ctx, attend, player, row.StoredMillis(until))
	return err
}

// OwedBy implements store.Notifications.
func (s *Store) OwedBy(ctx context.Context, players []store.PlayerID) ([]store.Owed, error) {
	list, err := s.owed(ctx, func(o *store.Owed) *bool { return &o.Starts }, selectOwedBy, storables(players))
	return slices.DeleteFunc(list, func(o store.Owed) bool { return o.State == store.Running && !o.Owes }), err
}

// SeatedAt implements store.Notifications.
func (s *Store) SeatedAt(ctx context.Context, tables []store.TableID) (list []store.PlayerID, err error) {
	var player store.PlayerID
	err = s.each(ctx, []any{&player}, func() { list = append(list, player) }, selectSeatedAt, storables(tables))
	return list, err
}

// Untold implements store.Notifications.
func (s *Store) Untold(ctx context.Context, now time.Time, limit int) ([]store.Owed, error) {
	return s.owed(ctx, func(o *store.Owed) *bool { return &o.Told }, selectUntold, row.StoredMillis(now), limit)
}

// owed runs a query of row.SelectOwedBy or of row.SelectUntold. last is the member for its last column.
func (s *Store) owed(ctx context.Context, last func(*store.Owed) *bool, query string, args ...any) (list []store.Owed, err error) {
	var r row.OwedRow
	var damaged error
	err = s.each(ctx, append(r.Targets(), last(&r.Owed)), func() {
		o, err := r.Value()
		if err != nil {
			damaged = err
		}
		list = append(list, o)
	}, query, args...)
	if err == nil {
		err = damaged
	}
	return list, err
}

// Tell implements store.Notifications.
func (s *Store) Tell(ctx context.Context, told []store.Told, notices []store.Notice) error {
	return s.change(ctx, func(tx pgx.Tx) error {
		var b pgx.Batch
		for _, t := range told {
			b.Queue(tell, t.Player, t.Table, int64(t.Seq))
		}
		for _, n := range notices {
			b.Queue(addNotice, n.ID, n.Channel, n.Table, n.Occasion, n.Key, n.Data, flag(n.Digest), row.StoredMillis(n.DueAt))
		}
		return sendAll(ctx, tx, &b)
	})
}

// ClaimNotices implements store.Notifications.
func (s *Store) ClaimNotices(ctx context.Context, now, leased time.Time, limit int) (list []store.Notice, err error) {
	err = s.change(ctx, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, claimNotices, row.StoredMillis(now), limit, row.StoredMillis(leased))
		if err != nil {
			return err
		}
		var n store.Notice
		var digest int16
		var due, attempts int64
		_, err = pgx.ForEachRow(rows, []any{&n.ID, &n.Player, &n.Channel, &n.Table, &n.Occasion, &n.Key, &n.Data, &digest, &due, &attempts}, func() error {
			n.Digest, n.DueAt, n.Attempts = digest != 0, row.Millis(due), int(attempts)
			list = append(list, n)
			return nil
		})
		return err
	})
	slices.SortFunc(list, row.CompareNotices)
	return list, err
}

// NoticesSent implements store.Notifications.
func (s *Store) NoticesSent(ctx context.Context, ids []string, now time.Time) error {
	_, err := s.exec(ctx, "UPDATE notices SET sent_at = $2, leased_until = 0 WHERE id = ANY ($1)", ids, row.StoredMillis(now))
	return err
}

// PostponeNotices implements store.Notifications.
func (s *Store) PostponeNotices(ctx context.Context, ids []string, due time.Time, failed bool) error {
	_, err := s.exec(ctx, "UPDATE notices SET due_at = $2, leased_until = 0, attempts = attempts + $3 WHERE id = ANY ($1)", ids, row.StoredMillis(due), flag(failed))
	return err
}

// RemoveNotices implements store.Notifications.
func (s *Store) RemoveNotices(ctx context.Context, before time.Time, limit int) (int, error) {
	n, err := s.exec(ctx, "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE due_at < $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)", row.StoredMillis(before), limit)
	return int(n), err
}

// Nudge implements store.Notifications.
func (s *Store) Nudge(ctx context.Context, id store.TableID, from, to store.PlayerID, now, before time.Time) error {
	if !storable(string(id)) || !storable(string(from)) || !storable(string(to)) {
		return store.ErrNotFound
	}
	n, err := s.exec(ctx, nudge, id, from, to, row.StoredMillis(now), row.StoredMillis(before))
	if err == nil && n == 0 {
		err = store.ErrConflict
	}
	return err
}

// ServerKey implements store.Notifications.
func (s *Store) ServerKey(ctx context.Context, name string, value []byte) (stored []byte, err error) {
	err = s.change(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, addServerKey, name, value); err != nil {
			return err
		}
		return tx.QueryRow(ctx, selectServerKey, name).Scan(&stored)
	})
	return stored, err
}
