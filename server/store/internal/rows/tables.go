package rows

import (
	"context"
	"slices"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

// tableColumns selects whole rows, in the order that scanTable expects.
const tableColumns = `SELECT t.id, t.title, t.state, CASE WHEN t.friends = 1 AND t.visibility = 'private' THEN 'friends' ELSE t.visibility END, t.invite, t.host, t.options, t.seq, t.rev, t.owing, t.winners,
	t.secret, t.contributions, t.stand_ins, t.ending, t.due_at / 1000, t.rematch, t.created_at, t.updated_at, t.head,
	t.state = 'running' AND t.epoch <> (SELECT epoch FROM meta WHERE one = 1), t.invite_session, t.barred, t.chance, t.answers, t.changes, t.origin,
	(SELECT /*lite json_group_array(json_object*//*pg coalesce(json_agg(json_build_object*/('Color', p.color, 'Player', p.player, 'Bot', p.bot, 'Confirm', p.confirm)
		ORDER BY p.seat)/*pg , '[]')::text*/ FROM places p WHERE p.table_id = t.id),
	(SELECT /*lite json_group_array*//*pg coalesce(json_agg*/(f.friend ORDER BY f.friend)/*pg , '[]')::text*/ FROM friends f WHERE t.friends = 1 AND f.player = t.host AND f.agreed = 1)
	FROM tables t`

var (
	insertTable = dialect.SQL(`INSERT INTO tables (id, title, state, visibility, invite, host, options, owing, winners,
		secret, contributions, rematch, created_at, updated_at, listed_at, invite_session, barred, creator, chance, answers, changes, head, friends, origin, epoch)
		VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)`)
	selectEpoch = dialect.SQL("SELECT epoch FROM meta WHERE one = 1")
	insertSeat  = dialect.SQL("INSERT INTO places (table_id, seat, color, player, bot, confirm) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
	deleteSeats = dialect.SQL("DELETE FROM places WHERE table_id = ?1")
	lockFree    = dialect.SQL("SELECT rematch = '' FROM tables WHERE id = ?1 /*pg FOR UPDATE*/")
	setRematch  = dialect.SQL(`UPDATE tables SET rematch = ?2, rev = rev + 1, updated_at = CASE WHEN updated_at < ?3 THEN ?3 ELSE updated_at + 1 END,
		listed_at = CASE WHEN updated_at < ?3 THEN ?3 ELSE updated_at + 1 END WHERE id = ?1`)
	// LockTable locks a row until the transaction ends. SQLite has one writer and needs no lock.
	LockTable   = dialect.SQL("/*pg SELECT 1 FROM tables WHERE id = ?1 FOR UPDATE*/")
	selectTable = dialect.SQL(tableColumns + " WHERE t.id = ?1")
	updateTable = dialect.SQL(`UPDATE tables SET state = ?2, visibility = ?3, invite = ?4, host = ?5, options = ?6, contributions = ?7, rematch = ?8,
		updated_at = ?9, listed_at = ?9, rev = ?10, invite_session = ?11, barred = ?12, answers = ?13, changes = ?14, ending = ?15, friends = ?16 WHERE id = ?1`)
	// followListed keeps the times of seats that are not live equal to that of their table.
	followListed = dialect.SQL(`UPDATE places SET ended_at = (SELECT t.listed_at FROM tables t WHERE t.id = places.table_id)
		WHERE table_id = ?1 AND EXISTS (SELECT 1 FROM tables t WHERE t.id = ?1 AND t.ended = 1)`)
	// selectLiveBots selects up to ?2 tables after the id ?1 with a bot at a live seat, or with a stand-in while they run.
	selectLiveBots = dialect.SQL(`SELECT table_id FROM (SELECT DISTINCT table_id FROM places WHERE ended_at = 0 AND bot <> '' AND table_id > ?1 ORDER BY table_id LIMIT ?2) b
		UNION SELECT id FROM (SELECT id FROM tables WHERE state = 'running' AND stand_ins <> '' AND id > ?1 ORDER BY id LIMIT ?2) s ORDER BY 1 LIMIT ?2`)
	selectRunning = dialect.SQL(tableColumns + " WHERE t.id " + dialect.InList1 + " AND t.state = 'running' ORDER BY t.id")
	tableVersions = dialect.SQL(`SELECT id, seq, rev, head, state = 'running' AND epoch <> (SELECT epoch FROM meta WHERE one = 1) FROM tables WHERE id ` + dialect.InList1)
	unlist        = dialect.SQL(`INSERT INTO unlisted (player, table_id) SELECT player, table_id FROM places WHERE player <> '' AND player = ?1 AND table_id = ?2
		ON CONFLICT (player, table_id) DO NOTHING`)
	selectTableNames = dialect.SQL("SELECT seat, holder, player, name FROM table_names WHERE table_id = ?1 ORDER BY seat, holder")

	// lockQuota blocks until no other transaction, at any node, has this lock of the player, and has it until the transaction ends. A lock on the player's
	// row would also block sign-ins. Every transaction takes this lock before locks on tables, so that two of them cannot deadlock.
	lockQuota = dialect.SQL("/*pg SELECT pg_advisory_xact_lock(hashtextextended(?1, 1))*/")
	// countCreated returns the number of unfinished tables at which the player ?1 sits, and number, bytes and first creation of those that the player created
	// after the time ?2. Its last column says whether the player was erased.
	countCreated = dialect.SQL("SELECT (" + unfinished + `), count(*), CAST(coalesce(sum(bytes), 0) AS bigint), coalesce(min(created_at), 0),
		EXISTS (SELECT 1 FROM players WHERE id = ?1 AND erased = 1) FROM tables WHERE creator <> '' AND creator = ?1 AND created_at > ?2`)
	countUnfinished = dialect.SQL(unfinished)
	countAsked      = dialect.SQL(unfinished + " AND x.state = 'open' AND p.confirm = 'asked'")

	// InsertName stores a name of an append: table, seat, holder, player and name. It locks the player, so that an erasure at the same time comes either before,
	// and the name is not stored, or after, and deletes it.
	InsertName = dialect.SQL(`INSERT INTO table_names (table_id, seat, holder, player, name)
		SELECT ?1, ?2, ?3, p.id, ?5 FROM players p WHERE p.id = ?4 AND p.erased = 0 ` + dialect.LockPlayer + `
		ON CONFLICT (table_id, seat, holder) DO UPDATE SET player = excluded.player, name = excluded.name`)
)

// unfinished counts the open and running tables of the player ?1.
const unfinished = `SELECT count(DISTINCT p.table_id) FROM places p JOIN tables x ON x.id = p.table_id
	WHERE p.ended_at = 0 AND p.player <> '' AND p.player = ?1 AND x.state IN ('open', 'running')`

func (s *Rows) scanTable(scan dialect.Scan) (t store.Table, err error) {
	var lists dialect.Lists
	var secret []byte
	var seats, friends string
	err = scan(&t.ID, &t.Title, &t.State, &t.Visibility, &t.Invite, &t.Host, &lists.Options, &t.Seq, &t.Rev, &lists.Owing,
		&lists.Winners, &secret, &lists.Contributions, &lists.StandIns, &lists.Ending, &t.DueAt, &t.Rematch, &t.CreatedAt, &t.UpdatedAt, (*[32]byte)(&t.Head), &t.Restored,
		&t.InviteSession, &lists.Barred, &t.Chance, &lists.Answers, &lists.Changes, &lists.Origin, &seats, &friends)
	if err != nil {
		return store.Table{}, err
	}
	t.Secret, t.Sealed = s.encrypter.Decrypt(t.ID, secret)
	if err := lists.Fill(&t, seats, friends); err != nil {
		return store.Table{}, err
	}
	return t, nil
}

func (s *Rows) table(ctx context.Context, from dialect.Queryer, id store.TableID) (store.Table, error) {
	return dialect.One(ctx, from, s.scanTable, selectTable, id)
}

// lockTable locks a row and then reads it with a second statement, which sees the changes that the first one waited for.
func (s *Rows) lockTable(ctx context.Context, tx dialect.Tx, id store.TableID) (store.Table, error) {
	if _, err := tx.Exec(ctx, LockTable, id); err != nil {
		return store.Table{}, err
	}
	return s.table(ctx, tx, id)
}

func (s *Rows) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	return s.CreateTableWithin(ctx, t, after, store.Quota{})
}

// CreateTableWithin implements store.Quotas. An empty player has no quota.
func (s *Rows) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	t.Chance = engine.ChanceVersion
	lists, err := dialect.Encode(&t)
	if err != nil {
		return err
	}
	visibility, friends := storedVisibility(t.Visibility)
	return s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		t := t
		if q.Player != "" {
			if t.Seats, err = freeAsked(ctx, tx, t.Seats, q); err != nil {
				return err
			}
			usage, err := quotaUsage(ctx, tx, q)
			if err != nil {
				return err
			}
			if err := q.Create(usage); err != nil {
				return err
			}
		}
		var epoch int64
		if err := dialect.Row(ctx, tx, selectEpoch, nil, &epoch); err != nil {
			return err
		}
		calls := []dialect.Call{insertTable.With(t.ID, t.Title, t.State, visibility, t.Invite, t.Host, lists.Options, lists.Owing, lists.Winners,
			s.encrypter.Encrypt(t.ID, t.Secret), lists.Contributions, t.Rematch, t.CreatedAt, t.UpdatedAt,
			t.InviteSession, lists.Barred, q.Player, t.Chance, lists.Answers, lists.Changes, [32]byte{}, friends, lists.Origin, epoch)}
		if err := tx.Send(ctx, append(calls, seatCalls(t)...)...); err != nil || after == "" {
			return err
		}
		var free bool
		if err := dialect.Row(ctx, tx, lockFree, []any{after}, &free); err != nil {
			return err
		}
		if !free {
			return store.ErrConflict
		}
		return tx.Send(ctx, setRematch.With(after, t.ID, t.CreatedAt), followListed.With(after), dialect.NoteTables(after))
	})
}

// freeAsked frees the seats of people for whom q.Asked tables wait. It takes the locks of these people and of q.Player, in the order of their ids, so that two calls
// cannot deadlock.
func freeAsked(ctx context.Context, tx dialect.Tx, seats []store.Seat, q store.Quota) ([]store.Seat, error) {
	locks := []store.PlayerID{q.Player}
	for _, seat := range seats {
		if q.Asked > 0 && seat.Confirm == store.Asked {
			locks = append(locks, seat.Player)
		}
	}
	slices.Sort(locks)
	for _, player := range slices.Compact(locks) {
		if _, err := tx.Exec(ctx, lockQuota, player); err != nil {
			return nil, err
		}
	}
	seats = slices.Clone(seats)
	for n, seat := range seats {
		if q.Asked == 0 || seat.Confirm != store.Asked {
			continue
		}
		var waiting int
		if err := dialect.Row(ctx, tx, countAsked, []any{seat.Player}, &waiting); err != nil {
			return nil, err
		}
		if waiting >= q.Asked {
			seats[n].Player, seats[n].Confirm = "", ""
		}
	}
	return seats, nil
}

func seatCalls(t store.Table) (calls []dialect.Call) {
	for n, seat := range t.Seats {
		calls = append(calls, insertSeat.With(t.ID, n, seat.Color, seat.Player, seat.Bot, seat.Confirm))
	}
	return calls
}

func (s *Rows) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	t, err := s.table(ctx, s.db, id)
	if t.Sealed {
		return store.Table{}, store.ErrSealed
	}
	return t, err
}

func (s *Rows) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	return s.UpdateTableWithin(ctx, id, store.Quota{}, change)
}

// UpdateTableWithin implements store.Quotas. An empty player has no quota.
func (s *Rows) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (t store.Table, err error) {
	var refused error
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		if q.Player != "" {
			if _, err := tx.Exec(ctx, lockQuota, q.Player); err != nil {
				return err
			}
		}
		before, err := s.lockTable(ctx, tx, id)
		if err != nil {
			return err
		}
		if t, refused = dialect.Change(before, change); refused != nil {
			return refused
		}
		if q.Player != "" && q.Seats(before.Seats, t.Seats) {
			usage, err := quotaUsage(ctx, tx, q)
			if err != nil {
				return err
			}
			if err := q.Sit(usage.Unfinished); err != nil {
				return err
			}
		}
		return update(ctx, tx, before, t)
	})
	if refused != nil {
		err = refused // unchanged, as promised
	}
	if err != nil {
		return store.Table{}, err
	}
	return t, nil
}

// storedVisibility returns the columns visibility and friends. For a program that does not know the latter, a table for friends is private.
func storedVisibility(v store.Visibility) (visibility store.Visibility, friends bool) {
	if v == store.ForFriends {
		return store.Private, true
	}
	return v, false
}

func update(ctx context.Context, tx dialect.Tx, before, t store.Table) error {
	lists, err := dialect.Encode(&t)
	if err != nil {
		return err
	}
	visibility, friends := storedVisibility(t.Visibility)
	calls := []dialect.Call{updateTable.With(t.ID, t.State, visibility, t.Invite, t.Host, lists.Options, lists.Contributions, t.Rematch,
		t.UpdatedAt, t.Rev, t.InviteSession, lists.Barred, lists.Answers, lists.Changes, lists.Ending, friends), deleteSeats.With(t.ID), dialect.NoteTables(t.ID)}
	calls = append(calls, seatCalls(t)...)
	if t.State == store.Finished {
		calls = append(calls, followListed.With(t.ID))
	}
	if seatsPlayer(before.Seats, t.Seats) {
		calls = append(calls, acceptInvitations.With(t.ID, t.UpdatedAt))
	}
	return tx.Send(ctx, calls...)
}

// quotaUsage returns what the player has of a quota, and store.ErrErased without the player. It sees the changes of the transaction that held the lock of the player
// before.
func quotaUsage(ctx context.Context, tx dialect.Tx, q store.Quota) (u store.QuotaUsage, err error) {
	erased := false
	err = dialect.Row(ctx, tx, countCreated, []any{q.Player, q.Since}, &u.Unfinished, &u.Created, &u.Bytes, &u.Oldest, &erased)
	if err == nil && erased {
		err = store.ErrErased
	}
	return u, err
}

// ListTables implements store.Tables. There are few forms of lists, so their statements are translated once, too.
func (s *Rows) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	where, args := selectWhere(q)
	return dialect.Collect(ctx, s.db, s.scanTable, dialect.SQL(tableColumns+where), args...)
}

func (s *Rows) BotTables(ctx context.Context, after store.TableID, limit int) (list []store.Table, next store.TableID, err error) {
	found, err := dialect.Column[store.TableID](ctx, s.db, selectLiveBots, after, limit)
	if err != nil {
		return nil, "", err
	}
	if len(found) == limit {
		next = found[limit-1]
	}
	list, err = dialect.Collect(ctx, s.db, s.scanTable, selectRunning, dialect.List(found))
	return list, next, err
}

func (s *Rows) Unlist(ctx context.Context, player store.PlayerID, id store.TableID) error {
	if !dialect.Storable(player) || !dialect.Storable(id) {
		return nil
	}
	_, err := s.db.Exec(ctx, unlist, player, id)
	return err
}

func (s *Rows) CountTables(ctx context.Context, player store.PlayerID) (n int, err error) {
	err = s.db.Query(ctx, func(scan dialect.Scan) error { return scan(&n) }, countUnfinished, player)
	return n, err
}

func (s *Rows) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	versions := make(map[store.TableID]store.TableVersion, len(ids))
	err := s.db.Query(ctx, func(scan dialect.Scan) error {
		var id store.TableID
		var v store.TableVersion
		err := scan(&id, &v.Seq, &v.Rev, (*[32]byte)(&v.Head), &v.Restored)
		versions[id] = v
		return err
	}, tableVersions, dialect.List(ids))
	if err != nil {
		return nil, err
	}
	return versions, nil
}

func (s *Rows) TableNames(ctx context.Context, id store.TableID) ([]store.TableName, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(n *store.TableName) []any { return []any{&n.Seat, &n.Holder, &n.Player, &n.Name} }), selectTableNames, id)
}
