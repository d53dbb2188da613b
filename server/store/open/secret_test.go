package open_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nemeton/server/store"
	"nemeton/server/store/open"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// With a key the file holds no plain secret, and no secret is readable without the key.
func TestOpen_SecretKey(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "test.db")
	secret := store.Table{}.Secret
	copy(secret[:], "a secret of thirty-two bytes !!!")
	open := func(key string) store.Store {
		t.Helper()
		return must.Return(open.Store(ctx, "sqlite:"+path, open.Options{SecretKey: []byte(key)}))(t)
	}
	create := func(s store.Store, id store.TableID) {
		t.Helper()
		now := time.Unix(1_800_000_000, 0)
		row := store.Table{
			ID: id, Title: "toy", State: store.Open, Visibility: store.Public, Host: "host", Secret: secret,
			Seats: []store.Seat{{Color: "red", Player: "host"}}, CreatedAt: now, UpdatedAt: now,
		}
		must.Succeed(t, s.CreateTable(ctx, row, ""))
	}
	closeAndRead := func(s store.Store) []byte {
		t.Helper()
		must.Succeed(t, s.Close())
		return must.Return(os.ReadFile(path))(t)
	}
	sealed, plain := store.TableID("00000000-0000-7000-8000-000000000001"), store.TableID("00000000-0000-7000-8000-000000000002")

	s := open("the key of this test")
	create(s, sealed)
	if bytes.Contains(closeAndRead(s), secret[:]) {
		t.Error("the file contains the plain secret")
	}
	s = open("")
	expect.Error(t, expect.Second(s.Table(ctx, sealed)), store.ErrSealed, "without the key")
	create(s, plain)
	list, err := s.ListTables(ctx, store.Query{Limit: 10})
	if err != nil || len(list) != 2 {
		t.Fatalf("got %d tables, %v, want both", len(list), err)
	}
	for _, row := range list {
		if row.Sealed != (row.ID == sealed) || row.Sealed && row.Secret != (store.Table{}).Secret {
			t.Errorf("table %s: sealed %v, secret %x", row.ID, row.Sealed, row.Secret)
		}
	}
	if !bytes.Contains(closeAndRead(s), secret[:]) {
		t.Error("without a key the file does not contain the plain secret, so the search above proves nothing")
	}
	s = open("another key")
	expect.Error(t, expect.Second(s.Table(ctx, sealed)), store.ErrSealed, "with another key")
	closeAndRead(s)
	s = open("the key of this test")
	for _, id := range []store.TableID{sealed, plain} {
		expect.Equal(t, must.Return(s.UpdateTable(ctx, id, func(row *store.Table) error { row.Host = "other"; return nil }))(t).Secret, secret)
	}
	closeAndRead(s)
}

// With a key the file holds no plain signing key, and none is readable without the key.
func TestOpen_SecretKeySigns(t *testing.T) {
	t.Parallel()
	ctx, path, key := context.Background(), filepath.Join(t.TempDir(), "test.db"), "the key of this test"
	seed := []byte("a seed of thirty-two bytes !!!!!")
	use := func(key string, do func(store.Store)) []byte {
		t.Helper()
		s := must.Return(open.Store(ctx, "sqlite:"+path, open.Options{SecretKey: []byte(key)}))(t)
		do(s)
		must.Succeed(t, s.Close())
		return must.Return(os.ReadFile(path))(t)
	}
	add := func(n int) func(store.Store) {
		return func(s store.Store) {
			k := store.SigningKey{N: n, Name: "nemeton/1", Public: [32]byte{byte(n)}, Seed: [32]byte(seed), CreatedAt: time.Unix(1_800_000_000, 0)}
			must.Succeed(t, s.AddSigningKey(ctx, k))
		}
	}
	if bytes.Contains(use(key, add(1)), seed) {
		t.Error("the file contains the plain signing key")
	}
	if !bytes.Contains(use("", add(2)), seed) {
		t.Error("without a key the file does not contain the plain signing key, so the search above proves nothing")
	}
	for with, sealed := range map[string]bool{key: false, "": true, "another key": true} {
		use(with, func(s store.Store) {
			list, err := s.SigningKeys(ctx)
			if err != nil || len(list) != 2 {
				t.Fatalf("with %q: got %d keys, %v, want 2", with, len(list), err)
			}
			if list[0].Sealed != sealed || (list[0].Seed == [32]byte(seed)) == sealed || list[1].Sealed || list[1].Seed != [32]byte(seed) {
				t.Errorf("with %q: got %+v, want the first key sealed: %v", with, list, sealed)
			}
		})
	}
}
