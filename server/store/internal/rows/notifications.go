package rows

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

const (
	// starts is true at an open table that waits for its host.
	starts = "(t.state = 'open' AND t.host = p.player AND NOT EXISTS (SELECT 1 FROM places f WHERE f.table_id = t.id AND (f.player = '' AND f.bot = '' OR f.confirm = 'asked')))"
	asked  = "(t.state = 'open' AND p.confirm = 'asked')"

	owes = "(t.state = 'running' AND replace(replace(t.owing, '[', ','), ']', ',') LIKE '%,' || p.seat || ',%')"

	owedColumns = "p.player, p.seat, t.id, t.title, t.state, t.seq, " + owes + " AS owes, t.stand_ins, p.confirm = 'asked', t.due_at / 1000, t.updated_at AS updated"

	toldSeq = "(SELECT d.seq FROM told d WHERE d.player = p.player AND d.table_id = t.id)"
)

// untoldSeats selects the live seats whose players are to be told, if they are among those of a further condition. A player who was told of seq 0 knows of an
// invitation or a rematch, and not yet of its start.
const untoldSeats = "SELECT " + owedColumns + ", coalesce(" + toldSeq + `, 0) > 0 FROM places p JOIN tables t ON t.id = p.table_id
		WHERE p.ended_at = 0 AND p.player <> '' AND coalesce(` + toldSeq + `, -1) < t.seq
			AND EXISTS (SELECT 1 FROM notifiers n WHERE n.player = p.player AND n.reachable = 1
				AND (` + owes + ` AND (n.attentive_until <= ?1 OR n.always = 1) OR NOT ` + owes + ` AND (t.state = 'running' AND coalesce(` + toldSeq + `, 0) = 0
					OR t.state = 'finished' AND t.updated_at >= n.since OR t.state = 'open' AND ` + toldSeq + ` IS NULL AND p.confirm = 'asked')) LIMIT 1 OFFSET 0) `

var invitationColumns = strings.NewReplacer("p.player, p.seat", "i.invited, -1", owes+" AS owes", "FALSE AS owes", "p.confirm = 'asked'", "FALSE").Replace(owedColumns)

var (
	selectNotifier = dialect.SQL("SELECT settings, always, since, attentive_until FROM notifiers WHERE player = ?1")
	selectChannels = dialect.SQL("SELECT id, kind, address, data FROM channels WHERE player = ?1 ORDER BY id")
	saveNotifier   = dialect.SQL(`INSERT INTO notifiers (player, settings, reachable, always, since)
		SELECT id, ?2, ?3, ?4, ?5 FROM players WHERE id = ?1 AND erased = 0
		ON CONFLICT (player) DO UPDATE SET settings = excluded.settings, reachable = excluded.reachable, always = excluded.always, since = excluded.since`)
	saveChannel = dialect.SQL(`INSERT INTO channels (id, player, kind, address, data) VALUES (?1, ?2, ?3, ?4, ?5)
		ON CONFLICT (id) DO UPDATE SET address = excluded.address, data = excluded.data`)
	deleteChannels = dialect.SQL("DELETE FROM channels WHERE player = ?1 AND id IN (LIST ?2)")
	// takeAddress ends the channel that another player has with a push address.
	takeAddress   = dialect.SQL("DELETE FROM channels WHERE kind = 'push' AND address = ?2 AND player <> ?1 RETURNING id, player")
	deleteNotices = dialect.SQL("DELETE FROM notices WHERE channel IN (LIST ?1)")
	// noteLost notes which of the players have lost their last channel.
	noteLost = dialect.SQL("UPDATE notifiers SET reachable = 0 WHERE player " + dialect.InList1 + ` AND reachable = 1
		AND NOT EXISTS (SELECT 1 FROM channels c WHERE c.player = notifiers.player)`)
	selectOwner = dialect.SQL("SELECT player FROM channels WHERE id = ?1")
	attend      = dialect.SQL("UPDATE notifiers SET attentive_until = ?2 WHERE player = ?1 AND reachable = 1 AND attentive_until < ?2")

	selectOwedBy = dialect.SQL("SELECT " + owedColumns + ", " + starts + " FROM places p JOIN tables t ON t.id = p.table_id WHERE p.ended_at = 0 AND p.player <> '' AND p.player IN (LIST ?1)" +
		" AND (" + owes + " OR " + asked + " OR " + starts + ") ORDER BY updated, t.id, p.seat")
	selectSeatedAt  = dialect.SQL("SELECT DISTINCT player FROM places WHERE player <> '' AND table_id IN (LIST ?1)")
	selectReachable = dialect.SQL("SELECT player FROM notifiers WHERE reachable = 1 AND player > ?1 ORDER BY player LIMIT ?2")
	// OFFSET 0 and the plain subqueries keep Postgres from joining all rows of other tables.
	selectUntold = dialect.SQL(untoldSeats + "AND p.player IN (LIST ?2) UNION ALL " + untoldSeats + "AND p.table_id IN (LIST ?3) UNION ALL SELECT " + invitationColumns +
		`, FALSE FROM invitations i JOIN tables t ON t.id = i.table_id
		WHERE i.invited IN (LIST ?2) AND ` + stillMeant + notBlocked + " AND " + strings.ReplaceAll(toldSeq, "p.player", "i.invited") + ` IS NULL
			AND EXISTS (SELECT 1 FROM notifiers n WHERE n.player = i.invited AND n.reachable = 1 AND i.created_at >= n.since LIMIT 1 OFFSET 0)
		ORDER BY 11, 3, 2`)

	// tell and addNotice lock the rows of the player and the channel, so that they do not go meanwhile. The warning of a clock moves, because pauses and gifts move
	// the time at which the clock runs out.
	tell = dialect.SQL(`INSERT INTO told (player, table_id, seq) SELECT player, ?2, ?3 FROM notifiers WHERE player = ?1 /*pg FOR KEY SHARE*/
		ON CONFLICT (player, table_id) DO UPDATE SET seq = excluded.seq WHERE told.seq < excluded.seq`)
	addNotice = dialect.SQL(`INSERT INTO notices (id, player, channel, table_id, occasion, key, data, digest, due_at)
		SELECT ?1, c.player, c.id, ?3, ?4, ?5, ?6, ?7, ?8 FROM channels c WHERE c.id = ?2 /*pg FOR KEY SHARE*/
		ON CONFLICT (channel, table_id, occasion, key) DO UPDATE SET data = excluded.data, due_at = excluded.due_at WHERE notices.sent_at = 0 AND notices.occasion = 'clock'`)
	// dueNotices and leaseNotice: the latter is a statement for each notice, because no database of several parts locks rows of all of them.
	dueNotices = dialect.SQL(`SELECT table_id, id FROM notices WHERE sent_at = 0 AND leased_until <= ?1 AND (due_at <= ?1 OR digest = 1 AND channel IN (
		SELECT channel FROM notices WHERE digest = 1 AND sent_at = 0 AND due_at <= ?1)) ORDER BY due_at, id LIMIT ?2`)
	leaseNotice = dialect.SQL(`UPDATE notices SET leased_until = ?4 WHERE table_id = ?1 AND id = ?2 AND sent_at = 0 AND leased_until <= ?3
		RETURNING id, player, channel, table_id, occasion, key, data, digest, due_at, attempts`)
	noticesSent     = dialect.SQL("UPDATE notices SET sent_at = ?2, leased_until = 0 WHERE id IN (LIST ?1)")
	postponeNotices = dialect.SQL("UPDATE notices SET due_at = ?2, leased_until = 0, attempts = attempts + ?3 WHERE id IN (LIST ?1) AND leased_until = ?4")
	oldNotices      = dialect.SQL("DELETE FROM notices WHERE id IN (SELECT id FROM notices WHERE due_at < ?1 ORDER BY due_at LIMIT ?2)")

	// nudge changes no row if the last nudge is not before the time ?5.
	nudge = dialect.SQL(`INSERT INTO nudges (table_id, nudger, nudged, at) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT (table_id, nudger, nudged) DO UPDATE SET at = excluded.at WHERE nudges.at < ?5`)

	addServerKey    = dialect.SQL("INSERT INTO server_keys (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING")
	selectServerKey = dialect.SQL("SELECT value FROM server_keys WHERE name = ?1")
)

func (s *Rows) Notifier(ctx context.Context, player store.PlayerID) (store.Notifier, error) {
	return notifier(ctx, s.db, player)
}

func notifier(ctx context.Context, from dialect.Queryer, player store.PlayerID) (store.Notifier, error) {
	n := store.Notifier{Player: player}
	err := from.Query(ctx, func(scan dialect.Scan) error { return scan(&n.Settings, &n.Always, &n.Since, &n.AttentiveUntil) }, selectNotifier, player)
	if err != nil {
		return n, err
	}
	n.Channels, err = dialect.Collect(ctx, from, dialect.Into(func(c *store.Channel) []any {
		return []any{&c.ID, &c.Kind, &c.Address, &c.Data}
	}), selectChannels, player)
	return n, err
}

// ChangeNotifier implements store.Notifications. Concurrent calls of one player run one after the other.
func (s *Rows) ChangeNotifier(ctx context.Context, player store.PlayerID, now time.Time, change func(*store.Notifier) error) (after store.Notifier, err error) {
	var refused error
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := requirePlayer(ctx, tx, player); err != nil {
			return err
		}
		before, err := notifier(ctx, tx, player)
		if err != nil {
			return err
		}
		var ended []string
		if after, ended, refused = changed(before, now, change); refused != nil {
			return refused
		}
		if err := dialect.ChangeRow(ctx, tx, saveNotifier, player, after.Settings, len(after.Channels) > 0, after.Always, after.Since); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, deleteChannels, player, dialect.List(ended)); err != nil {
			return err
		}
		calls, lost := []dialect.Call{}, []store.PlayerID{}
		for _, c := range after.Channels {
			if c.Kind == store.PushChannel {
				err := tx.Query(ctx, func(scan dialect.Scan) error {
					var id string
					var loser store.PlayerID
					err := scan(&id, &loser)
					ended, lost = append(ended, id), append(lost, loser)
					return err
				}, takeAddress, player, c.Address)
				if err != nil {
					return err
				}
			}
			calls = append(calls, saveChannel.With(c.ID, player, c.Kind, c.Address, c.Data))
		}
		return tx.Send(ctx, append(calls, deleteNotices.With(dialect.List(ended)), noteLost.With(dialect.List(lost)))...)
	})
	if refused != nil {
		return store.Notifier{}, refused // unchanged, as promised
	}
	return after, err
}

// changed runs change on a copy of before, and returns the notifier to store, with the ids of its channels that ended.
func changed(before store.Notifier, now time.Time, change func(*store.Notifier) error) (after store.Notifier, ended []string, err error) {
	after = before
	after.Channels = slices.Clone(before.Channels)
	if err := change(&after); err != nil {
		return store.Notifier{}, nil, err
	}
	after.Player, after.AttentiveUntil = before.Player, before.AttentiveUntil
	if after.Since = before.Since; len(before.Channels) == 0 && len(after.Channels) > 0 {
		after.Since = dialect.TimeOf(dialect.MicrosAt(now))
	}
	for _, c := range before.Channels {
		if !slices.ContainsFunc(after.Channels, func(a store.Channel) bool { return a.ID == c.ID }) {
			ended = append(ended, c.ID)
		}
	}
	return after, ended, nil
}

func (s *Rows) ChannelOwner(ctx context.Context, channel string) (player store.PlayerID, err error) {
	err = dialect.Row(ctx, s.db, selectOwner, []any{channel}, &player)
	return player, err
}

func (s *Rows) Attend(ctx context.Context, player store.PlayerID, until time.Time) error {
	_, err := s.db.Exec(ctx, attend, player, until)
	return err
}

func (s *Rows) OwedBy(ctx context.Context, players []store.PlayerID) ([]store.Owed, error) {
	list, err := s.owed(ctx, func(o *store.Owed) *bool { return &o.Starts }, selectOwedBy, dialect.List(players))
	return slices.DeleteFunc(list, func(o store.Owed) bool { return o.State == store.Running && !o.Owes }), err
}

func (s *Rows) SeatedAt(ctx context.Context, tables []store.TableID) ([]store.PlayerID, error) {
	return dialect.Column[store.PlayerID](ctx, s.db, selectSeatedAt, dialect.List(tables))
}

func (s *Rows) Reachable(ctx context.Context, after store.PlayerID, limit int) ([]store.PlayerID, error) {
	return dialect.Column[store.PlayerID](ctx, s.db, selectReachable, after, limit)
}

// Untold implements store.Notifications. A seat of one of the players at one of the tables is found twice.
func (s *Rows) Untold(ctx context.Context, now time.Time, players []store.PlayerID, tables []store.TableID) ([]store.Owed, error) {
	list, err := s.owed(ctx, func(o *store.Owed) *bool { return &o.Told }, selectUntold, now, dialect.List(players), dialect.List(tables))
	return slices.Compact(list), err
}

// owed runs a query for owedColumns. last is the member for its last column. A seat owes nothing while a stand-in plays it.
func (s *Rows) owed(ctx context.Context, last func(*store.Owed) *bool, q *dialect.Statement, args ...any) ([]store.Owed, error) {
	return dialect.Collect(ctx, s.db, func(scan dialect.Scan) (o store.Owed, err error) {
		var column string
		err = scan(&o.Player, &o.Seat, &o.Table, &o.Title, &o.State, &o.Seq, &o.Owes, &column, &o.Asked, &o.DueAt, &o.Updated, last(&o))
		if err != nil {
			return o, err
		}
		standIns, err := dialect.ReadList[string](column)
		if n := int(o.Seat); n >= 0 && n < len(standIns) && standIns[n] != "" {
			o.Owes = false
		}
		return o, err
	}, q, args...)
}

func (s *Rows) Tell(ctx context.Context, told []store.Told, notices []store.Notice) error {
	var calls []dialect.Call
	for _, t := range told {
		calls = append(calls, tell.With(t.Player, t.Table, int64(t.Seq)))
	}
	return s.db.Send(ctx, append(calls, noticeCalls(notices)...)...)
}

func noticeCalls(notices []store.Notice) (calls []dialect.Call) {
	for _, n := range notices {
		calls = append(calls, addNotice.With(n.ID, n.Channel, n.Table, n.Occasion, n.Key, n.Data, n.Digest, n.DueAt))
	}
	return calls
}

func (s *Rows) ClaimNotices(ctx context.Context, now, leased time.Time, limit int) (list []store.Notice, err error) {
	due, err := dialect.Collect(ctx, s.db, dialect.Into(func(n *store.Notice) []any { return []any{&n.Table, &n.ID} }), dueNotices, now, limit)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	// In this order two nodes cannot deadlock. Of two nodes, the first one leases a notice.
	slices.SortFunc(due, func(a, b store.Notice) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.ID, b.ID)) })
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		list = nil
		for _, d := range due {
			err := tx.Query(ctx, func(scan dialect.Scan) error {
				n := store.Notice{LeasedUntil: leased}
				err := scan(&n.ID, &n.Player, &n.Channel, &n.Table, &n.Occasion, &n.Key, &n.Data, &n.Digest, &n.DueAt, &n.Attempts)
				list = append(list, n)
				return err
			}, leaseNotice, d.Table, d.ID, now, leased)
			if err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Notice) int { return cmp.Or(a.DueAt.Compare(b.DueAt), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

func (s *Rows) NoticesSent(ctx context.Context, ids []string, now time.Time) error {
	_, err := s.db.Exec(ctx, noticesSent, dialect.List(ids), now)
	return err
}

func (s *Rows) PostponeNotices(ctx context.Context, ids []string, leased, due time.Time, failed bool) error {
	_, err := s.db.Exec(ctx, postponeNotices, dialect.List(ids), due, failed, leased)
	return err
}

func (s *Rows) RemoveNotices(ctx context.Context, before time.Time, limit int) (int, error) {
	return dialect.RemoveUpTo(ctx, s.db, before, limit, oldNotices)
}

func (s *Rows) Nudge(ctx context.Context, id store.TableID, from, to store.PlayerID, now, before time.Time, notices []store.Notice) error {
	if !dialect.Storable(id) || !dialect.Storable(from) || !dialect.Storable(to) {
		return store.ErrNotFound
	}
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if n, err := tx.Exec(ctx, nudge, id, from, to, now, before); err != nil || n == 0 {
			return orConflict(err)
		}
		return tx.Send(ctx, noticeCalls(notices)...)
	})
}

func (s *Rows) ServerKey(ctx context.Context, name string, value []byte) (stored []byte, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if _, err := tx.Exec(ctx, addServerKey, name, value); err != nil {
			return err
		}
		return dialect.Row(ctx, tx, selectServerKey, []any{name}, &stored)
	})
	return stored, err
}
