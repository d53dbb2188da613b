package dialect_test

import (
	"bytes"
	"errors"
	"testing"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestEncrypter(t *testing.T) {
	t.Parallel()
	secret := chance.Secret([]byte("a secret of thirty-two bytes !!!"))
	key, none := dialect.NewEncrypter([]byte("key")), dialect.NewEncrypter(nil)
	sealed := key.Encrypt("table", secret)
	if bytes.Contains(sealed, secret[:8]) || bytes.Equal(sealed, key.Encrypt("other", secret)) {
		t.Errorf("got %x, want it encrypted, and differently for every table", sealed)
	}
	tampered := bytes.Clone(sealed)
	tampered[3]++
	for name, c := range map[string]struct {
		with   *dialect.Encrypter
		table  string
		stored []byte
		ok     bool
	}{
		"with its key":              {key, "table", sealed, true},
		"without a key":             {none, "table", sealed, false},
		"with another key":          {dialect.NewEncrypter([]byte("other")), "table", sealed, false},
		"of another table":          {key, "other", sealed, false},
		"tampered with":             {key, "table", tampered, false},
		"truncated":                 {key, "table", sealed[:20], false},
		"plain text, with a key":    {key, "table", secret[:], true},
		"plain text, without a key": {none, "table", none.Encrypt("table", secret), true},
		"empty":                     {key, "table", nil, false},
		"empty, without a key":      {none, "table", nil, false},
	} {
		got, isSealed := c.with.Decrypt(store.TableID(c.table), c.stored)
		if isSealed == c.ok || c.ok && got != secret || !c.ok && got != (chance.Secret{}) {
			t.Errorf("%s: got %x, sealed %v, want decrypted %v", name, got, isSealed, c.ok)
		}
	}
}

func TestEncrypter_Snapshot(t *testing.T) {
	t.Parallel()
	hand := []byte("the hidden hand of seat 1")
	shot := store.Snapshot{Table: "table", Seq: 7, Head: codec.Hash{1}, Bytes: hand}
	key, none := dialect.NewEncrypter([]byte("key")), dialect.NewEncrypter(nil)
	encode := func(e *dialect.Encrypter) (store.Snapshot, []byte) {
		t.Helper()
		stored, sum, err := e.EncodeSnapshot(shot)
		must.Succeed(t, err)
		s := shot
		s.Bytes = stored
		return s, sum
	}
	sealed, sealedSum := encode(key)
	plain, plainSum := encode(none)
	if bytes.Contains(sealed.Bytes, hand) || !bytes.Contains(plain.Bytes, hand) {
		t.Errorf("got %q with a key and %q without, want the hand in the latter only", sealed.Bytes, plain.Bytes)
	}
	if again, _ := encode(key); bytes.Equal(again.Bytes, sealed.Bytes) {
		t.Error("the same snapshot was encrypted to the same bytes twice")
	}
	for name, c := range map[string]struct {
		with   *dialect.Encrypter
		stored store.Snapshot
		sum    []byte
		change func(*store.Snapshot)
		ok     bool
	}{
		"with its key":              {key, sealed, sealedSum, func(*store.Snapshot) {}, true},
		"without a key":             {none, sealed, sealedSum, func(*store.Snapshot) {}, false},
		"with another key":          {dialect.NewEncrypter([]byte("other")), sealed, sealedSum, func(*store.Snapshot) {}, false},
		"plain text, with a key":    {key, plain, plainSum, func(*store.Snapshot) {}, true},
		"plain text, without a key": {none, plain, plainSum, func(*store.Snapshot) {}, true},
		"of another table":          {none, plain, plainSum, func(s *store.Snapshot) { s.Table = "other" }, false},
		"of another seq":            {none, plain, plainSum, func(s *store.Snapshot) { s.Seq++ }, false},
		"of another head":           {none, plain, plainSum, func(s *store.Snapshot) { s.Head[0]++ }, false},
		"truncated":                 {none, plain, plainSum, func(s *store.Snapshot) { s.Bytes = s.Bytes[:9] }, false},
		"empty":                     {none, plain, plainSum, func(s *store.Snapshot) { s.Bytes = nil }, false},
		"without a checksum":        {none, plain, nil, func(*store.Snapshot) {}, false},
	} {
		c.change(&c.stored)
		got, err := c.with.DecodeSnapshot(c.stored, c.sum)
		if c.ok != (err == nil) || c.ok && !bytes.Equal(got.Bytes, hand) || !c.ok && (!errors.Is(err, store.ErrNotFound) || got.Bytes != nil) {
			t.Errorf("%s: got %q, %v, want it decoded %v", name, got.Bytes, err, c.ok)
		}
	}
	shot.Bytes = make([]byte, store.MaxSnapshot+1)
	expect.Failure(t, expect.Third(none.EncodeSnapshot(shot)), "a snapshot above the maximum size was encoded")
}
