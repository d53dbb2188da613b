package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

const (
	// recordSize is the record size in the header of a message. A message is one record of at most that size.
	recordSize = 4096
	// Messages are padded to a multiple of padding, so that their size says little about their text.
	padding = 512
	// lastRecord is the byte behind the text of the last record (RFC 8188).
	lastRecord = 2
)

// encrypt encrypts a message for a browser (RFC 8291, aes128gcm), with a fresh key pair and salt.
func encrypt(payload []byte, to Keys) ([]byte, error) {
	sender, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	var salt [16]byte
	if _, err := rand.Read(salt[:]); err != nil {
		return nil, err
	}
	room := recordSize - headerSize - tagSize - 1
	filled := min(room, (len(payload)/padding+1)*padding)
	return seal(payload, max(0, filled-len(payload)), to, sender, salt)
}

const (
	// headerSize is the size of the header of RFC 8188: salt, record size, and the sender's key with its length.
	headerSize = 16 + 4 + 1 + 65
	tagSize    = 16
)

// seal encrypts a message with a number of bytes of padding, for a key pair and salt that must not be used again.
func seal(payload []byte, pad int, to Keys, sender *ecdh.PrivateKey, salt [16]byte) ([]byte, error) {
	point, err := decode(to.P256dh)
	if err != nil {
		return nil, ErrBad
	}
	auth, err := decode(to.Auth)
	if err != nil {
		return nil, ErrBad
	}
	browser, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, ErrBad
	}
	shared, err := sender.ECDH(browser)
	if err != nil {
		return nil, err
	}
	public := sender.PublicKey().Bytes()
	secret, err := hkdf.Key(sha256.New, shared, auth, "WebPush: info\x00"+string(point)+string(public), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt[:], "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt[:], "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	body := slices.Grow(salt[:], recordSize)
	body = binary.BigEndian.AppendUint32(body, recordSize)
	body = append(body, byte(len(public)))
	body = append(body, public...)
	text := append(slices.Clone(payload), lastRecord)
	return gcm.Seal(body, nonce, append(text, make([]byte, pad)...), nil), nil
}
