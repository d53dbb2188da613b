package postgres

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// tableColumns selects whole rows, in the order that scanTable expects.
const tableColumns = `SELECT t.id, t.title, t.state, t.visibility, t.invite, t.host, t.options, t.seq, t.rev, t.owing, t.winners,
	t.secret, t.contributions, t.stand_ins, t.ending, t.due_at, t.rematch, t.created_at, t.updated_at, t.head,
	t.state = 'running' AND t.epoch <> (SELECT epoch FROM meta), t.invite_session, t.barred, t.chance, t.answers, t.changes,
	(SELECT coalesce(json_agg(json_build_object('Color', p.color, 'Player', p.player, 'Bot', p.bot, 'Confirm', p.confirm) ORDER BY p.seat), '[]')::text
		FROM places p WHERE p.table_id = t.id)
	FROM tables t`

func (s *Store) scanTable(from pgx.Row) (store.Table, error) {
	var t store.Table
	var lists row.Lists
	var secret, head []byte
	var seats string
	err := from.Scan(&t.ID, &t.Title, &t.State, &t.Visibility, &t.Invite, &t.Host, &lists.Options, &t.Seq, &t.Rev, &lists.Owing,
		&lists.Winners, &secret, &lists.Contributions, &lists.StandIns, &lists.Ending, &t.DueAt, &t.Rematch, &t.CreatedAt, &t.UpdatedAt, &head, &t.Restored,
		&t.InviteSession, &lists.Barred, &t.Chance, &lists.Answers, &lists.Changes, &seats)
	if err != nil {
		return store.Table{}, err
	}
	copy(t.Head[:], head)
	t.Secret, t.Sealed = s.encrypter.Decrypt(t.ID, secret)
	t.CreatedAt, t.UpdatedAt = t.CreatedAt.UTC(), t.UpdatedAt.UTC()
	if err := lists.Fill(&t, seats); err != nil {
		return store.Table{}, err
	}
	return t, nil
}

var dialect = row.Dialect{
	Param: func(n int) string { return "$" + strconv.Itoa(n) },
	Time:  func(t time.Time) any { return t },
	Before: func(edge string) string {
		return fmt.Sprintf("coalesce(%s, '-infinity') - interval '%d seconds'", edge, int(row.ListedWithin.Seconds()))
	},
}

// ListTables implements store.Tables.
func (s *Store) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	ctx, done := s.reading(ctx)
	defer done()
	where, args := row.Select(q, dialect)
	rows, err := s.pool.Query(ctx, tableColumns+where, args...)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (store.Table, error) { return s.scanTable(r) })
	return list, fail(ctx, err)
}

var unlist = row.Numbered(row.Unlist)

// Unlist implements store.Tables.
func (s *Store) Unlist(ctx context.Context, player store.PlayerID, id store.TableID) error {
	if !storable(string(player)) || !storable(string(id)) {
		return nil
	}
	_, err := s.exec(ctx, unlist, player, id)
	return err
}

// CountTables implements store.Tables.
func (s *Store) CountTables(ctx context.Context, player store.PlayerID) (n int, err error) {
	ctx, done := s.reading(ctx)
	defer done()
	if !storable(string(player)) {
		return 0, nil
	}
	err = s.pool.QueryRow(ctx, countUnfinished, player).Scan(&n)
	return n, fail(ctx, err)
}

// TableVersions implements store.Tables.
func (s *Store) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	ctx, done := s.reading(ctx)
	defer done()
	rows, err := s.pool.Query(ctx, `SELECT id, seq, rev, head, state = 'running' AND epoch <> (SELECT epoch FROM meta)
		FROM tables WHERE id = ANY ($1)`, storables(ids))
	if err != nil {
		return nil, fail(ctx, err)
	}
	versions := make(map[store.TableID]store.TableVersion, len(ids))
	var id store.TableID
	var v store.TableVersion
	var head []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &v.Seq, &v.Rev, &head, &v.Restored}, func() error {
		copy(v.Head[:], head)
		versions[id] = v
		return nil
	})
	if err != nil {
		return nil, fail(ctx, err)
	}
	return versions, nil
}
