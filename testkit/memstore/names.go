package memstore

import (
	"cmp"
	"context"
	"slices"

	"nemeton/server/store"
)

func (s *Store) TableNames(ctx context.Context, id store.TableID) (list []store.TableName, err error) {
	err = s.view(ctx, func(d *data) error {
		t, ok := d.tables[id]
		if !ok {
			return nil
		}
		for _, n := range t.names {
			list = append(list, n.TableName)
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.TableName) int {
		return cmp.Or(cmp.Compare(a.Seat, b.Seat), cmp.Compare(a.Holder, b.Holder))
	})
	return list, err
}

// removeNames removes names of the table. It leaves the slice as it is, because copies share it.
func (t *table) removeNames(which func(name) bool) {
	t.names = slices.DeleteFunc(slices.Clone(t.names), which)
}
