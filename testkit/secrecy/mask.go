package secrecy

import (
	"context"
	"regexp"
	"strings"

	"nemeton/engine"
	"nemeton/server/store"
)

// otherSecret is a store whose tables have another secret than the one that is stored.
type otherSecret struct{ store.Store }

// offers are codes with which a seat is handed over; what they end with is keyed with the secret.
var offers = regexp.MustCompile(`("code":"[0-9]+\.[0-9]+\.)[0-9A-Za-z_-]{22}"`)

// unsigned is a text in which such codes do not depend on the secret.
func unsigned(text string) string {
	if !strings.Contains(text, `"code":"`) {
		return text
	}
	return offers.ReplaceAllString(text, `${1}signature"`)
}

// other is a secret's counterpart; it is its own inverse.
func other(s engine.Secret) engine.Secret {
	for i := range s {
		s[i] ^= 0x5a
	}
	return s
}

// CreateTable implements store.Tables.
func (o otherSecret) CreateTable(ctx context.Context, t store.Table, after store.TableID) error {
	t.Secret = other(t.Secret)
	return o.Store.CreateTable(ctx, t, after)
}

// Table implements store.Tables.
func (o otherSecret) Table(ctx context.Context, id store.TableID) (store.Table, error) {
	t, err := o.Store.Table(ctx, id)
	t.Secret = other(t.Secret)
	return t, err
}

// UpdateTable implements store.Tables.
func (o otherSecret) UpdateTable(ctx context.Context, id store.TableID, change func(*store.Table) error) (store.Table, error) {
	t, err := o.Store.UpdateTable(ctx, id, func(t *store.Table) error {
		t.Secret = other(t.Secret)
		err := change(t)
		t.Secret = other(t.Secret)
		return err
	})
	t.Secret = other(t.Secret)
	return t, err
}

// ListTables implements store.Tables.
func (o otherSecret) ListTables(ctx context.Context, q store.Query) ([]store.Table, error) {
	list, err := o.Store.ListTables(ctx, q)
	for i := range list {
		list[i].Secret = other(list[i].Secret)
	}
	return list, err
}
