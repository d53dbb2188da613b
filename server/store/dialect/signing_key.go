package dialect

import (
	"fmt"
	"time"

	"nemeton/server/store"
)

func (e *Encrypter) EncryptSeed(k store.SigningKey) []byte {
	if e == nil {
		return k.Seed[:]
	}
	public := string(k.Public[:])
	return e.aead(forSigningKeys, public).Seal(nil, nil, k.Seed[:], k.Public[:]) //nolint:gosec // the cipher draws the nonce
}

// SigningKey returns k with its stored public key, seed and creation time. Sealed is set if the seed is encrypted and the key is missing or another one.
func (e *Encrypter) SigningKey(k store.SigningKey, public, stored []byte, createdAt time.Time) (store.SigningKey, error) {
	if len(public) != len(k.Public) {
		return k, fmt.Errorf("%w: signing key %d has %d bytes", store.ErrDamaged, k.N, len(public))
	}
	k.Public, k.CreatedAt = [32]byte(public), createdAt.UTC()
	switch {
	case len(stored) == len(k.Seed):
		k.Seed = [32]byte(stored)
		return k, nil
	case e == nil:
		k.Sealed = true
		return k, nil
	}
	plain, err := e.aead(forSigningKeys, string(public)).Open(nil, nil, stored, public)
	if k.Sealed = err != nil || len(plain) != len(k.Seed); !k.Sealed {
		k.Seed = [32]byte(plain)
	}
	return k, nil
}
