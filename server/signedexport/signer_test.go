package signedexport_test

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// newSigner returns the signer of a store. Its clock advances by an hour with each key.
func newSigner(s store.SigningKeys) *signedexport.Signer {
	now := start
	return signedexport.New(s, func() time.Time {
		now = now.Add(time.Hour)
		return now
	}, rand.Reader)
}

func key(t *testing.T, n *signedexport.Signer) signedexport.Key {
	t.Helper()
	return must.Return(n.Key(t.Context()))(t)
}

func keys(t *testing.T, n *signedexport.Signer) []signedexport.Key {
	t.Helper()
	return must.Return(n.Keys(t.Context()))(t)
}

func TestKey_MadeOnce(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	first := key(t, newSigner(s))
	expect.Equal(t, key(t, newSigner(s)).Verifier, first.Verifier, "after a restart")
	verifier, err := note.NewVerifier(first.Verifier)
	if err != nil || !strings.HasPrefix(verifier.Name(), "nemeton/") || len(verifier.Name()) != len("nemeton/")+16 {
		t.Errorf("got the verifier key %s (%v), want one of nemeton/ and 16 hex digits", first.Verifier, err)
	}
	if other := key(t, newSigner(sqlitetest.Open(t))); other.Verifier == first.Verifier {
		t.Error("two servers have one key")
	}
}

// Nodes that start at once on one store get the same key.
func TestKey_Race(t *testing.T) {
	t.Parallel()
	for range 20 {
		s := sqlitetest.Open(t)
		const nodes = 8
		var got [nodes]string
		var ready, done sync.WaitGroup
		ready.Add(nodes)
		for i := range nodes {
			n := newSigner(s)
			done.Go(func() {
				ready.Done()
				ready.Wait()
				k, err := n.Key(t.Context())
				expect.Error(t, err, nil)
				got[i] = k.Verifier
			})
		}
		done.Wait()
		for _, one := range got {
			if one != got[0] || one == "" {
				t.Fatalf("got the keys %v, want one", got)
			}
		}
		if list := keys(t, newSigner(s)); len(list) != 1 {
			t.Fatalf("got %d stored keys, want 1", len(list))
		}
	}
}

func TestRotate(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	n := newSigner(s)
	old := key(t, n)
	fresh, err := n.Rotate(t.Context())
	if err != nil || fresh.Verifier == old.Verifier {
		t.Fatalf("got %s, %v, want another key than %s", fresh.Verifier, err, old.Verifier)
	}
	expect.Equal(t, key(t, newSigner(s)).Verifier, fresh.Verifier, "another node signs")
	nameOf := func(verifier string) string { name, _, _ := strings.Cut(verifier, "+"); return name }
	expect.Equal(t, nameOf(old.Verifier), nameOf(fresh.Verifier), "the name")
	want := "# signs since 2026-01-02T05:04:05Z\n" + fresh.Verifier + "\n# signed from 2026-01-02T04:04:05Z to 2026-01-02T05:04:05Z\n" + old.Verifier + "\n"
	expect.Equal(t, signedexport.Text(keys(t, n)), want, "the list")
}

// keyStore is store.SigningKeys under a name that an embedding type can use beside the method SigningKeys.
type keyStore interface{ store.SigningKeys }

// rotating stores another key just before each key is added, as a concurrent rotation does.
type rotating struct {
	keyStore
	other *signedexport.Signer
}

func (r rotating) AddSigningKey(ctx context.Context, k store.SigningKey) error {
	if _, err := r.other.Rotate(ctx); err != nil {
		return err
	}
	return r.keyStore.AddSigningKey(ctx, k)
}

func TestRotate_Twice(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	other := newSigner(s)
	key(t, other)
	expect.Error(t, expect.Second(newSigner(rotating{s, other}).Rotate(t.Context())), store.ErrConflict)
	expect.Equal(t, len(keys(t, other)), 2, "keys")
}

func TestPublished_MakesNone(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	for range 2 {
		expect.Equal(t, len(must.Return(signedexport.Published(t.Context(), s))(t)), 0, "keys")
	}
}

// stored is a store with one key.
type stored struct {
	keyStore
	key store.SigningKey
}

func (s stored) SigningKeys(context.Context) ([]store.SigningKey, error) {
	return []store.SigningKey{s.key}, nil
}

func TestKey_Refused(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	key(t, newSigner(s))
	list := must.Return(s.SigningKeys(t.Context()))(t)
	sealed, swapped := list[0], list[0]
	sealed.Seed, sealed.Sealed = [32]byte{}, true
	swapped.Seed[0] ^= 1
	expect.Error(t, expect.Second(newSigner(stored{key: sealed}).Key(t.Context())), store.ErrSealed, "a sealed key")
	expect.Equal(t, len(keys(t, newSigner(stored{key: sealed}))), 1, "listed keys")
	expect.Error(t, expect.Second(newSigner(stored{key: swapped}).Key(t.Context())), store.ErrDamaged, "a private key that does not fit")
	expect.Error(t, expect.Second(newSigner(s).Key(canceled(t))), store.ErrUnavailable, "a store that fails")
}

func canceled(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
