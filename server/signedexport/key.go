package signedexport

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"nemeton/server/store"
)

// Key is a key of the server. Its public part is a C2SP verifier key.
type Key struct {
	Verifier string    // NAME+HASH+BASE64
	Since    time.Time // creation
	Until    time.Time // creation of the next key; zero: this key signs
	signer   note.Signer
}

// errMismatch means that a stored private key does not fit its public key.
var errMismatch = errors.New("the private signing key does not fit the public one")

// newKey returns the key of a stored one. A sealed key cannot sign.
func newKey(k store.SigningKey) (Key, error) {
	verifier, err := note.NewEd25519VerifierKey(k.Name, k.Public[:])
	if err != nil {
		return Key{}, err
	}
	parsed, err := note.NewVerifier(verifier)
	if err != nil {
		return Key{}, fmt.Errorf("%w: signing key %d: %w", store.ErrDamaged, k.N, err)
	}
	key := Key{Verifier: verifier, Since: k.CreatedAt}
	if k.Sealed {
		return key, nil
	}
	private := ed25519.NewKeyFromSeed(k.Seed[:])
	if !private.Public().(ed25519.PublicKey).Equal(ed25519.PublicKey(k.Public[:])) {
		return Key{}, fmt.Errorf("%w: signing key %d: %w", store.ErrDamaged, k.N, errMismatch)
	}
	key.signer = signer{parsed, private}
	return key, nil
}

// Sign returns a signed note with the text, which ends with a line break. The same text gets the same note.
func (k Key) Sign(text string) (string, error) {
	signed, err := note.Sign(&note.Note{Text: text}, k.signer)
	return string(signed), err
}

func (k Key) Name() string {
	name, _, _ := strings.Cut(k.Verifier, "+")
	return name
}

type signer struct {
	note.Verifier

	private ed25519.PrivateKey
}

func (s signer) Sign(text []byte) ([]byte, error) { return ed25519.Sign(s.private, text), nil }
