package memstore

import (
	"cmp"
	"context"
	"slices"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// ListTables implements store.Tables.
func (s *Store) ListTables(ctx context.Context, q store.Query) (list []store.Table, err error) {
	err = s.view(ctx, func(d *data) error {
		for _, t := range d.tables {
			if matches(&t.row, q) {
				list = append(list, d.read(t))
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Table) int { return -compare(&a, &b) })
	if q.Limit > 0 {
		list = list[:min(len(list), q.Limit)]
	}
	return list, err
}

// compare compares rows by the order of lists, the oldest first.
func compare(a, b *store.Table) int {
	return cmp.Or(a.UpdatedAt.Compare(b.UpdatedAt), cmp.Compare(a.ID, b.ID))
}

// matches reports whether a query selects a row.
func matches(t *store.Table, q store.Query) bool {
	sits := func(p store.PlayerID) bool {
		return p != "" && slices.ContainsFunc(t.Seats, func(at store.Seat) bool { return at.Player == p })
	}
	bots := len(t.StandIns) > 0 || slices.ContainsFunc(t.Seats, func(at store.Seat) bool { return at.Bot != "" })
	return t.State != store.Closed &&
		(q.State == "" || q.State == t.State) &&
		(q.Title == "" || q.Title == t.Title) &&
		(q.Player == "" || sits(q.Player)) &&
		(!q.Bots || bots) &&
		(q.AllTables || t.Visibility == store.Public || sits(q.Viewer)) &&
		(q.Before.IsZero() || compare(t, &store.Table{UpdatedAt: row.Stored(q.Before), ID: q.BeforeID}) < 0)
}

// CountTables implements store.Tables.
func (s *Store) CountTables(ctx context.Context, player store.PlayerID) (n int, err error) {
	err = s.view(ctx, func(d *data) error {
		n = d.unfinished(player)
		return nil
	})
	return n, err
}

// TableVersions implements store.Tables.
func (s *Store) TableVersions(ctx context.Context, ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	versions := make(map[store.TableID]store.TableVersion, len(ids))
	err := s.view(ctx, func(d *data) error {
		for _, id := range ids {
			if t, ok := d.tables[id]; ok {
				versions[id] = store.TableVersion{
					Seq: t.row.Seq, Head: t.row.Head, Rev: t.row.Rev, Restored: t.row.State == store.Running && t.epoch != d.epoch,
				}
			}
		}
		return nil
	})
	return versions, err
}
