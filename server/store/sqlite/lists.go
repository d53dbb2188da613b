package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// tableColumns selects whole rows, in the order that scanTable expects.
const tableColumns = `SELECT t.id, t.title, t.state, t.visibility, t.invite, t.host, t.options, t.seq, t.rev, t.owing, t.winners,
	t.secret, t.contributions, t.stand_ins, t.ending, t.due_at, t.rematch, t.created_at, t.updated_at, t.head,
	t.state = 'running' AND t.epoch <> (SELECT epoch FROM meta), t.invite_session, t.barred, t.chance, t.answers, t.changes,
	(SELECT json_group_array(json_object('Color', p.color, 'Player', p.player, 'Bot', p.bot, 'Confirm', p.confirm) ORDER BY p.seat) FROM places p WHERE p.table_id = t.id)
	FROM tables t`

func (s *Store) scanTable(from interface{ Scan(...any) error }) (store.Table, error) {
	var t store.Table
	var lists row.Lists
	var secret, head []byte
	var seats string
	err := from.Scan(&t.ID, &t.Title, &t.State, &t.Visibility, &t.Invite, &t.Host, &lists.Options, &t.Seq, &t.Rev, &lists.Owing,
		&lists.Winners, &secret, &lists.Contributions, &lists.StandIns, &lists.Ending, &t.DueAt, &t.Rematch, micros{&t.CreatedAt}, micros{&t.UpdatedAt}, &head, &t.Restored,
		&t.InviteSession, &lists.Barred, &t.Chance, &lists.Answers, &lists.Changes, &seats)
	if err != nil {
		return store.Table{}, err
	}
	copy(t.Head[:], head)
	t.Secret, t.Sealed = s.encrypter.Decrypt(t.ID, secret)
	if err := lists.Fill(&t, seats); err != nil {
		return store.Table{}, err
	}
	return t, nil
}

var dialect = row.Dialect{
	Param: func(n int) string { return "?" + strconv.Itoa(n) },
	Time:  func(t time.Time) any { return t.UnixMicro() },
	Before: func(edge string) string {
		return fmt.Sprintf("coalesce(%s, %d) - %d", edge, math.MinInt64/2, row.ListedWithin.Microseconds())
	},
}

// ListTables implements store.Tables.
func (s *Store) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	where, args := row.Select(q, dialect)
	rows, err := s.read.QueryContext(ctx, tableColumns+where, args...)
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	var list []store.Table
	for rows.Next() {
		t, err := s.scanTable(rows)
		if err != nil {
			return nil, s.fail(ctx, err)
		}
		list = append(list, t)
	}
	return list, s.fail(ctx, rows.Err())
}

// Unlist implements store.Tables.
func (s *Store) Unlist(ctx context.Context, player store.PlayerID, id store.TableID) error {
	return s.exec(ctx, row.Unlist, player, id)
}

// CountTables implements store.Tables.
func (s *Store) CountTables(ctx context.Context, player store.PlayerID) (n int, err error) {
	err = s.read.QueryRowContext(ctx, countUnfinished, player).Scan(&n)
	return n, s.fail(ctx, err)
}

// TableVersions implements store.Tables.
func (s *Store) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx,
		`SELECT id, seq, rev, head, state = 'running' AND epoch <> (SELECT epoch FROM meta) FROM tables
			WHERE id IN (SELECT value FROM json_each(?))`, string(list))
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	versions := make(map[store.TableID]store.TableVersion, len(ids))
	for rows.Next() {
		var id store.TableID
		var v store.TableVersion
		var head []byte
		if err := rows.Scan(&id, &v.Seq, &v.Rev, &head, &v.Restored); err != nil {
			return nil, err
		}
		copy(v.Head[:], head)
		versions[id] = v
	}
	return versions, s.fail(ctx, rows.Err())
}
