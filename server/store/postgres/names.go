package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// insertNames stores the names of an append. It locks the players, so that an erasure at the same time comes either before, and the name is not
// stored, or after, and deletes it.
func insertNames(b *pgx.Batch, a *row.Append) {
	for _, n := range a.Names {
		if !storable(string(n.Player)) {
			continue
		}
		b.Queue(`INSERT INTO table_names (table_id, seat, holder, player, name)
			SELECT $1, $2, $3, id, $5 FROM players WHERE id = $4 AND NOT erased FOR SHARE
			ON CONFLICT (table_id, seat, holder) DO UPDATE SET player = excluded.player, name = excluded.name`,
			a.Table, n.Seat, n.Holder, n.Player, n.Name)
	}
}

// TableNames implements store.Log.
func (s *Store) TableNames(ctx context.Context, id store.TableID) ([]store.TableName, error) {
	ctx, done := s.reading(ctx)
	defer done()
	if !storable(string(id)) {
		return nil, nil
	}
	rows, err := s.pool.Query(ctx, "SELECT seat, holder, player, name FROM table_names WHERE table_id = $1 ORDER BY seat, holder", id)
	if err != nil {
		return nil, fail(ctx, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.TableName])
	return list, fail(ctx, err)
}
