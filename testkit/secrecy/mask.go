package secrecy

import (
	"context"

	"nemeton/engine"
	"nemeton/server/store"
)

// otherSecretStore is a store whose tables have another secret than the stored one.
type otherSecretStore struct{ store.Store }

// flipSecret derives the other secret; it is its own inverse.
func flipSecret(s engine.Secret) engine.Secret {
	for i := range s {
		s[i] ^= 0x5a
	}
	return s
}

// CreateTable implements store.Tables.
func (o otherSecretStore) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	t.Secret = flipSecret(t.Secret)
	return o.Store.CreateTable(ctx, t, after)
}

// Table implements store.Tables.
func (o otherSecretStore) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	t, err := o.Store.Table(ctx, id)
	t.Secret = flipSecret(t.Secret)
	return t, err
}

// UpdateTable implements store.Tables.
func (o otherSecretStore) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	t, err := o.Store.UpdateTable(ctx, id, func(t *store.Table) error {
		t.Secret = flipSecret(t.Secret)
		err := change(t)
		t.Secret = flipSecret(t.Secret)
		return err
	})
	t.Secret = flipSecret(t.Secret)
	return t, err
}

// ListTables implements store.Tables.
func (o otherSecretStore) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	list, err := o.Store.ListTables(ctx, q)
	for i := range list {
		list[i].Secret = flipSecret(list[i].Secret)
	}
	return list, err
}
