package sqlite

import (
	"context"

	"nemeton/server/store"
)

// TableNames implements store.Log.
func (s *Store) TableNames(ctx context.Context, id store.TableID) (list []store.TableName, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT seat, holder, player, name FROM table_names WHERE table_id = ? ORDER BY seat, holder", id)
	if err != nil {
		return nil, s.fail(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n store.TableName
		if err := rows.Scan(&n.Seat, &n.Holder, &n.Player, &n.Name); err != nil {
			return nil, s.fail(ctx, err)
		}
		list = append(list, n)
	}
	return list, s.fail(ctx, rows.Err())
}
