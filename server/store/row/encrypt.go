package row

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"

	"nemeton/engine"
	"nemeton/server/store"
)

// Encrypter encrypts the secrets of tables where they lie, with AES-256-GCM. The nil Sealer writes them plain. Secrets that were
// written plain are read by any.
type Encrypter struct{ key []byte }

// NewEncrypter is the sealer of a key, which is any number of bytes; nil where there are none.
func NewEncrypter(key []byte) *Encrypter {
	if len(key) == 0 {
		return nil
	}
	return &Encrypter{key: key}
}

// aead is the cipher of one table, with a key of its own. It draws a nonce for each sealing and puts it before what it seals.
func (s *Encrypter) aead(id store.TableID) cipher.AEAD {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("nemeton secret 1\x00" + id))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		panic("row: " + err.Error()) // 32 bytes are a key
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("row: " + err.Error())
	}
	return aead
}

// Encrypt spells the secret of a table as it is stored.
func (s *Encrypter) Encrypt(id store.TableID, secret engine.Secret) []byte {
	if s == nil {
		return secret[:]
	}
	return s.aead(id).Seal(nil, nil, secret[:], []byte(id)) //nolint:gosec // no nonce is given: the cipher draws one
}

// Decrypt reads a stored secret back; sealed tells that it cannot: it was encrypted, and there is no key, or another one.
func (s *Encrypter) Decrypt(id store.TableID, stored []byte) (secret engine.Secret, sealed bool) {
	switch {
	case len(stored) == len(secret):
		return engine.Secret(stored), false
	case s == nil:
		return secret, true
	}
	plain, err := s.aead(id).Open(nil, nil, stored, []byte(id))
	if err != nil || len(plain) != len(secret) {
		return secret, true
	}
	return engine.Secret(plain), false
}
