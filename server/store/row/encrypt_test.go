package row_test

import (
	"bytes"
	"testing"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/row"
)

func TestEncrypter(t *testing.T) {
	t.Parallel()
	secret := engine.Secret([]byte("a secret of thirty-two bytes !!!"))
	key, none := row.NewEncrypter([]byte("key")), row.NewEncrypter(nil)
	sealed := key.Encrypt("table", secret)
	if bytes.Contains(sealed, secret[:8]) || bytes.Equal(sealed, key.Encrypt("other", secret)) {
		t.Errorf("got %x, want it encrypted, and differently for every table", sealed)
	}
	tampered := bytes.Clone(sealed)
	tampered[3]++
	for name, c := range map[string]struct {
		with   *row.Encrypter
		table  string
		stored []byte
		ok     bool
	}{
		"with its key":              {key, "table", sealed, true},
		"without a key":             {none, "table", sealed, false},
		"with another key":          {row.NewEncrypter([]byte("other")), "table", sealed, false},
		"of another table":          {key, "other", sealed, false},
		"tampered with":             {key, "table", tampered, false},
		"truncated":                 {key, "table", sealed[:20], false},
		"plain text, with a key":    {key, "table", secret[:], true},
		"plain text, without a key": {none, "table", none.Encrypt("table", secret), true},
		"empty":                     {key, "table", nil, false},
		"empty, without a key":      {none, "table", nil, false},
	} {
		got, isSealed := c.with.Decrypt(store.TableID(c.table), c.stored)
		if isSealed == c.ok || c.ok && got != secret || !c.ok && got != (engine.Secret{}) {
			t.Errorf("%s: got %x, sealed %v, want decrypted %v", name, got, isSealed, c.ok)
		}
	}
}
