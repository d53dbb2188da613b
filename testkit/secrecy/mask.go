package secrecy

import (
	"context"
	"regexp"
	"strings"

	"nemeton/engine/chance"
	"nemeton/server/store"
)

// otherSecretStore is a store whose tables have another secret than the stored one.
type otherSecretStore struct{ store.Store }

// shortHead matches short heads. The number of restores, in the first four digits, is public; the rest is keyed with the secret.
var shortHead = regexp.MustCompile(`("head":"[0-9a-f]{4})([0-9a-f]{28}|[0-9a-f]{44})"`)

// maskHeads replaces the keyed part of short heads and returns these parts in order.
func maskHeads(text string) (masked string, keyed []string) {
	if !strings.Contains(text, `"head":"`) {
		return text, nil
	}
	for _, match := range shortHead.FindAllStringSubmatch(text, -1) {
		keyed = append(keyed, match[2])
	}
	return shortHead.ReplaceAllString(text, `${1}blinded"`), keyed
}

// unblinded returns the first head that both servers send at the same place. Their secrets differ, so it does not depend on them.
func unblinded(a, b []string) (head string, found bool) {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			return a[i], true
		}
	}
	return "", false
}

// flipSecret derives the other secret; it is its own inverse.
func flipSecret(s chance.Secret) chance.Secret {
	for i := range s {
		s[i] ^= 0x5a
	}
	return s
}

func (o otherSecretStore) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	t.Secret = flipSecret(t.Secret)
	return o.Store.CreateTable(ctx, t, after)
}

func (o otherSecretStore) CreateTableWithin(ctx context.Context, t store.Table, after store.TableID, q store.Quota) error {
	t.Secret = flipSecret(t.Secret)
	return o.Store.CreateTableWithin(ctx, t, after, q)
}

func (o otherSecretStore) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	t, err := o.Store.Table(ctx, id)
	t.Secret = flipSecret(t.Secret)
	return t, err
}

func (o otherSecretStore) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	t, err := o.Store.UpdateTable(ctx, id, flipped(change))
	t.Secret = flipSecret(t.Secret)
	return t, err
}

func (o otherSecretStore) UpdateTableWithin(ctx context.Context, id store.TableID, q store.Quota, change func(*store.Table) error) (store.Table, error) {
	t, err := o.Store.UpdateTableWithin(ctx, id, q, flipped(change))
	t.Secret = flipSecret(t.Secret)
	return t, err
}

// flipped returns change for a row that has the other secret.
func flipped(change func(*store.Table) error) func(*store.Table) error {
	return func(t *store.Table) error {
		t.Secret = flipSecret(t.Secret)
		err := change(t)
		t.Secret = flipSecret(t.Secret)
		return err
	}
}

func (o otherSecretStore) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	list, err := o.Store.ListTables(ctx, q)
	for i := range list {
		list[i].Secret = flipSecret(list[i].Secret)
	}
	return list, err
}
