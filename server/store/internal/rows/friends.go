package rows

import (
	"context"
	"slices"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	countFriends = dialect.SQL("SELECT count(*) FROM friends WHERE player = ?1 AND friend <> ?2")
	// insertFriend locks both players, so that none is erased meanwhile.
	insertFriend = dialect.SQL(`INSERT INTO friends (player, friend, created_at) SELECT a.id, b.id, ?3 FROM players a, players b
		WHERE a.id = ?1 AND a.erased = 0 AND b.id = ?2 AND b.erased = 0 AND a.id <> b.id
			AND NOT EXISTS (SELECT 1 FROM blocks k WHERE k.player = ?1 AND k.blocked = ?2 OR k.player = ?2 AND k.blocked = ?1)
		/*pg FOR SHARE OF a, b*/ ON CONFLICT (player, friend) DO UPDATE SET created_at = friends.created_at`)
	agreeFriends = dialect.SQL(`UPDATE friends SET agreed = 1, created_at = ?3 WHERE agreed = 0
		AND (player = ?1 AND friend = ?2 OR player = ?2 AND friend = ?1)`)
	hasAsked      = dialect.SQL("SELECT EXISTS (SELECT 1 FROM friends WHERE player = ?2 AND friend = ?1)")
	deleteFriends = dialect.SQL("DELETE FROM friends WHERE player = ?1 AND friend = ?2 OR player = ?2 AND friend = ?1")
	selectFriends = dialect.SQL(`SELECT friend, CASE WHEN agreed = 1 THEN 'friend' ELSE 'asked' END, created_at FROM friends WHERE player = ?1
		UNION ALL SELECT player, 'asks', created_at FROM friends WHERE friend = ?1 AND agreed = 0 ORDER BY 3, 1`)
	// changeTables tells the nodes that hold tables for friends of two hosts that other people may see them now.
	changeTables         = dialect.SQL(`UPDATE tables SET rev = rev + 1 WHERE friends = 1 AND host IN (?1, ?2) AND state IN ('open', 'running')`)
	noteTablesForFriends = dialect.SQL(`/*pg INSERT INTO changes (tables) SELECT string_agg(id, ' ') FROM tables
		WHERE friends = 1 AND host IN (?1, ?2) AND state IN ('open', 'running') HAVING count(*) > 0*/`)
	selectTablesForFriends = dialect.SQL("SELECT id FROM tables WHERE friends = 1 AND host " + dialect.InList1 + " AND state IN ('open', 'running')")
)

func (s *Rows) AskFriend(ctx context.Context, player, other store.PlayerID, now time.Time) (state store.FriendState, err error) {
	pair := min(player, other) + " " + max(player, other)
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		// The first lock keeps the limit, the second one orders two people who ask each other.
		for _, lock := range []store.PlayerID{player, pair} {
			if _, err := tx.Exec(ctx, lockQuota, lock); err != nil {
				return err
			}
		}
		var others int
		var asks bool
		if err := dialect.Row(ctx, tx, countFriends, []any{player, other}, &others); err != nil {
			return err
		}
		if others >= store.MaxFriends {
			return store.ErrTooMany
		}
		if err := dialect.ChangeRow(ctx, tx, insertFriend, player, other, now); err != nil {
			return err
		}
		if err := dialect.Row(ctx, tx, hasAsked, []any{player, other}, &asks); err != nil || !asks {
			state = store.AskedFor
			return err
		}
		state = store.IsFriend
		return tx.Send(ctx, agreeFriends.With(player, other, now), changeTables.With(player, other), noteTablesForFriends.With(player, other))
	})
	return state, err
}

func (s *Rows) EndFriend(ctx context.Context, player, other store.PlayerID) error {
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if err := dialect.ChangeRow(ctx, tx, deleteFriends, player, other); err != nil {
			return err
		}
		return tx.Send(ctx, changeTables.With(player, other), noteTablesForFriends.With(player, other))
	})
}

func (s *Rows) Friends(ctx context.Context, player store.PlayerID) ([]store.Friend, error) {
	list, err := dialect.Collect(ctx, s.db, dialect.Into(func(f *store.Friend) []any { return []any{&f.Player, &f.State, &f.Since} }), selectFriends, player)
	order := []store.FriendState{store.FriendAsks, store.IsFriend, store.AskedFor}
	slices.SortStableFunc(list, func(a, b store.Friend) int {
		return slices.Index(order, a.State) - slices.Index(order, b.State)
	})
	return list, err
}

func (s *Rows) TablesForFriends(ctx context.Context, hosts []store.PlayerID) ([]store.TableID, error) {
	return dialect.Column[store.TableID](ctx, s.db, selectTablesForFriends, dialect.List(hosts))
}
