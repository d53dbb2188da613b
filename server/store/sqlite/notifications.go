package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

var (
	selectOwedBy = row.SelectOwedBy("p.player IN (SELECT value FROM json_each(?1))", inMillis)
	selectUntold = row.SelectUntold(inMillis)

	selectSeatedAt = row.SelectSeatedAt("table_id IN (SELECT value FROM json_each(?1))")
)

func inMillis(column string) string { return column + " / 1000" }

// Notifier implements store.Notifications.
func (s *Store) Notifier(ctx context.Context, player store.PlayerID) (store.Notifier, error) {
	n, err := notifier(ctx, &s.read, player)
	return n, s.fail(ctx, err)
}

func notifier(ctx context.Context, from querier, player store.PlayerID) (store.Notifier, error) {
	n := store.Notifier{Player: player}
	err := scanEach(ctx, from, func(rows *sql.Rows) error {
		var since, until int64
		err := rows.Scan(&n.Settings, &n.Always, &since, &until)
		n.Since, n.AttentiveUntil = row.Millis(since), row.Millis(until)
		return err
	}, row.SelectNotifier, player)
	if err != nil {
		return n, err
	}
	err = scanEach(ctx, from, func(rows *sql.Rows) error {
		var c store.Channel
		err := rows.Scan(&c.ID, &c.Kind, &c.Address, &c.Data)
		n.Channels = append(n.Channels, c)
		return err
	}, row.SelectChannels, player)
	return n, err
}

// ChangeNotifier implements store.Notifications.
func (s *Store) ChangeNotifier(ctx context.Context, player store.PlayerID, now time.Time, change func(*store.Notifier) error) (after store.Notifier, err error) {
	var refused error
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		before, err := notifier(ctx, tx, player)
		if err != nil {
			return err
		}
		var ended []string
		if after, ended, refused = row.ChangeNotifier(before, now, change); refused != nil {
			return refused
		}
		result, err := tx.ExecContext(ctx, row.SaveNotifier, player, after.Settings, len(after.Channels) > 0, after.Always, row.StoredMillis(after.Since))
		if err == nil {
			err = requireChange(result)
		}
		if err != nil {
			return err
		}
		for _, id := range ended {
			if _, err := tx.ExecContext(ctx, row.DeleteChannel, player, id); err != nil {
				return err
			}
		}
		for _, c := range after.Channels {
			if err := saveChannel(ctx, tx, player, c); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, row.NoteLost)
		return err
	})
	if refused != nil {
		return store.Notifier{}, refused // unchanged, as promised
	}
	return after, err
}

func saveChannel(ctx context.Context, tx *sql.Tx, player store.PlayerID, c store.Channel) error {
	if c.Kind == store.PushChannel {
		if _, err := tx.ExecContext(ctx, row.TakeAddress, player, c.Address); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, row.SaveChannel, c.ID, player, c.Kind, c.Address, c.Data)
	return err
}

// ChannelOwner implements store.Notifications.
func (s *Store) ChannelOwner(ctx context.Context, channel string) (player store.PlayerID, err error) {
	err = s.read.QueryRowContext(ctx, row.SelectOwner, channel).Scan(&player)
	return player, s.fail(ctx, err)
}

// Attend implements store.Notifications.
func (s *Store) Attend(ctx context.Context, player store.PlayerID, until time.Time) error {
	return s.exec(ctx, row.Attend, player, row.StoredMillis(until))
}

// exec runs one statement, which may change no row.
func (s *Store) exec(ctx context.Context, statement string, args ...any) error {
	err := s.changeRow(ctx, statement, args...)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	return err
}

// OwedBy implements store.Notifications.
func (s *Store) OwedBy(ctx context.Context, players []store.PlayerID) ([]store.Owed, error) {
	list, err := s.owed(ctx, func(o *store.Owed) *bool { return &o.Starts }, selectOwedBy, row.IDs(players))
	return slices.DeleteFunc(list, func(o store.Owed) bool { return o.State == store.Running && !o.Owes }), err
}

// SeatedAt implements store.Notifications.
func (s *Store) SeatedAt(ctx context.Context, tables []store.TableID) (list []store.PlayerID, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var player store.PlayerID
		err := rows.Scan(&player)
		list = append(list, player)
		return err
	}, selectSeatedAt, row.IDs(tables))
	return list, err
}

// Untold implements store.Notifications.
func (s *Store) Untold(ctx context.Context, now time.Time, limit int) ([]store.Owed, error) {
	return s.owed(ctx, func(o *store.Owed) *bool { return &o.Told }, selectUntold, row.StoredMillis(now), limit)
}

// owed runs a query of row.SelectOwedBy or of row.SelectUntold. last is the member for its last column.
func (s *Store) owed(ctx context.Context, last func(*store.Owed) *bool, query string, args ...any) (list []store.Owed, err error) {
	err = s.each(ctx, func(rows *sql.Rows) error {
		var r row.OwedRow
		if err := rows.Scan(append(r.Targets(), last(&r.Owed))...); err != nil {
			return err
		}
		o, err := r.Value()
		list = append(list, o)
		return err
	}, query, args...)
	return list, err
}

// Tell implements store.Notifications.
func (s *Store) Tell(ctx context.Context, told []store.Told, notices []store.Notice) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, t := range told {
			if _, err := tx.ExecContext(ctx, row.Tell, t.Player, t.Table, t.Seq); err != nil {
				return err
			}
		}
		for _, n := range notices {
			_, err := tx.ExecContext(ctx, row.AddNotice, n.ID, n.Channel, n.Table, n.Occasion, n.Key, n.Data, n.Digest, row.StoredMillis(n.DueAt))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// ClaimNotices implements store.Notifications.
func (s *Store) ClaimNotices(ctx context.Context, now, leased time.Time, limit int) (list []store.Notice, err error) {
	claim := "UPDATE notices SET leased_until = ?3 WHERE id IN (" + row.DueNotices + ") RETURNING " + row.NoticeColumns
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		list = nil
		return scanEach(ctx, tx, func(rows *sql.Rows) error {
			var n store.Notice
			var due int64
			err := rows.Scan(&n.ID, &n.Player, &n.Channel, &n.Table, &n.Occasion, &n.Key, &n.Data, &n.Digest, &due, &n.Attempts)
			n.DueAt = row.Millis(due)
			list = append(list, n)
			return err
		}, claim, row.StoredMillis(now), limit, row.StoredMillis(leased))
	})
	slices.SortFunc(list, row.CompareNotices)
	return list, err
}

// NoticesSent implements store.Notifications.
func (s *Store) NoticesSent(ctx context.Context, ids []string, now time.Time) error {
	return s.exec(ctx, "UPDATE notices SET sent_at = ?2, leased_until = 0 WHERE id IN (SELECT value FROM json_each(?1))", row.IDs(ids), row.StoredMillis(now))
}

// PostponeNotices implements store.Notifications.
func (s *Store) PostponeNotices(ctx context.Context, ids []string, due time.Time, failed bool) error {
	return s.exec(ctx, "UPDATE notices SET due_at = ?2, leased_until = 0, attempts = attempts + ?3 WHERE id IN (SELECT value FROM json_each(?1))", row.IDs(ids), row.StoredMillis(due), failed)
}

// RemoveNotices implements store.Notifications.
func (s *Store) RemoveNotices(ctx context.Context, before time.Time, limit int) (int, error) {
	var removed int64
	err := s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE due_at < ?1 ORDER BY due_at LIMIT ?2)", row.StoredMillis(before), limit)
		if err != nil {
			return err
		}
		removed, err = result.RowsAffected()
		return err
	})
	return int(removed), err
}

// Nudge implements store.Notifications.
func (s *Store) Nudge(ctx context.Context, id store.TableID, from, to store.PlayerID, now, before time.Time) error {
	return s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, row.Nudge, id, from, to, row.StoredMillis(now), row.StoredMillis(before))
		if err == nil && requireChange(result) != nil {
			err = store.ErrConflict
		}
		return err
	})
}

// ServerKey implements store.Notifications.
func (s *Store) ServerKey(ctx context.Context, name string, value []byte) (stored []byte, err error) {
	err = s.change(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, row.AddServerKey, name, value); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, row.SelectServerKey, name).Scan(&stored)
	})
	return stored, err
}
