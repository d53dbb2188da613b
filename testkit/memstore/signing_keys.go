package memstore

import (
	"context"
	"slices"

	"nemeton/server/store"
	"nemeton/server/store/row"
)

// AddSigningKey implements store.SigningKeys.
func (s *Store) AddSigningKey(ctx context.Context, k store.SigningKey) error {
	return s.update(ctx, func(d *data) error {
		if k.N != len(d.keys)+1 || slices.ContainsFunc(d.keys, func(o store.SigningKey) bool { return o.Public == k.Public }) {
			return store.ErrConflict
		}
		k.Sealed, k.CreatedAt = false, row.Stored(k.CreatedAt)
		d.keys = append(slices.Clip(d.keys), k)
		return nil
	})
}

// SigningKeys implements store.SigningKeys.
func (s *Store) SigningKeys(ctx context.Context) (list []store.SigningKey, err error) {
	err = s.view(ctx, func(d *data) error {
		list = slices.Clone(d.keys)
		return nil
	})
	return list, err
}
