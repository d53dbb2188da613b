package dialect

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"

	"nemeton/engine/chance"
	"nemeton/server/store"
)

// Encrypter encrypts the stored secrets and snapshots of tables, their archived logs, and the server's signing keys, with AES-256-GCM. A nil Encrypter stores them as plain text. Every Encrypter reads
// plain text, too.
type Encrypter struct{ key []byte }

// NewEncrypter returns the Encrypter of a key of any length; nil if the key is empty.
func NewEncrypter(key []byte) *Encrypter {
	if len(key) == 0 {
		return nil
	}
	return &Encrypter{key: key}
}

// The purposes of keys. A ciphertext of one purpose is of no use for another.
const (
	forSecrets     = "nemeton secret 1"
	forSnapshots   = "nemeton snapshot 1"
	forSigningKeys = "nemeton signing key 1"
	forArchive     = "nemeton archive 1"
)

// aead returns the cipher of a table or signing key for a purpose, with a key derived for both. The cipher draws a random nonce and stores it before the
// ciphertext.
func (e *Encrypter) aead(purpose, id string) cipher.AEAD {
	mac := hmac.New(sha256.New, e.key)
	mac.Write([]byte(purpose + "\x00" + id))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		panic("row: " + err.Error()) // cannot happen: 32 bytes are a valid key
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("row: " + err.Error())
	}
	return aead
}

func (e *Encrypter) Encrypt(id store.TableID, secret chance.Secret) []byte {
	if e == nil {
		return secret[:]
	}
	return e.aead(forSecrets, string(id)).Seal(nil, nil, secret[:], []byte(id)) //nolint:gosec // the cipher draws the nonce
}

// Decrypt returns a stored secret. It reports sealed if the secret is encrypted and the key is missing or another one.
func (e *Encrypter) Decrypt(id store.TableID, stored []byte) (secret chance.Secret, sealed bool) {
	switch {
	case len(stored) == len(secret):
		return chance.Secret(stored), false
	case e == nil:
		return secret, true
	}
	plain, err := e.aead(forSecrets, string(id)).Open(nil, nil, stored, []byte(id))
	if err != nil || len(plain) != len(secret) {
		return secret, true
	}
	return chance.Secret(plain), false
}
