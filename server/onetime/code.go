// Package onetime makes the codes that people read from one screen and type on another, and reads them as they were typed.
package onetime

import (
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"nemeton/server/typed"
)

const (
	letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's base 32, which has no I, L, O and U
	group   = 4                                  // letters between two dashes

	digits = 6
	codes  = 1_000_000 // the number of codes of digits
	// rounds makes a hash cost some milliseconds. So the few codes of a copied database cannot be looked up at once.
	rounds = 20_000
)

// Letters draws a code of n letters, in groups, and returns the hash of its plain form.
func Letters(entropy io.Reader, n int) (code string, hash [32]byte, err error) {
	raw := make([]byte, n)
	if _, err := io.ReadFull(entropy, raw); err != nil {
		return "", hash, fmt.Errorf("make a code: %w", err)
	}
	groups := []string{}
	for i, b := range raw {
		raw[i] = letters[b%32] // 256 is a multiple of 32, so all letters are equally likely
	}
	for at := 0; at < n; at += group {
		groups = append(groups, string(raw[at:min(at+group, n)]))
	}
	return strings.Join(groups, "-"), sha256.Sum256(raw), nil
}

// LettersHash returns the hash of a code of n letters as it was typed; letters that look like digits become digits. ok is false for texts of another form.
func LettersHash(text string, n int) (hash [32]byte, ok bool) {
	plain := strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(typed.Code(text))
	return sha256.Sum256([]byte(plain)), len(plain) == n && strings.Trim(plain, letters) == ""
}

// Digits draws a code of six digits; all are equally likely.
func Digits(entropy io.Reader) (string, error) {
	const fair = (1<<32)/codes*codes - 1 // the largest number that is drawn; those above would make small codes likelier
	for {
		var raw [4]byte
		if _, err := io.ReadFull(entropy, raw[:]); err != nil {
			return "", fmt.Errorf("make a code: %w", err)
		}
		if n := binary.BigEndian.Uint32(raw[:]); n <= fair {
			return fmt.Sprintf("%0*d", digits, n%codes), nil
		}
	}
}

// PlainDigits normalizes a code of six digits as it was typed. ok is false for texts of another form.
func PlainDigits(text string) (plain string, ok bool) {
	plain = typed.Code(text)
	return plain, len(plain) == digits && strings.Trim(plain, "0123456789") == ""
}

// SlowHash returns the stored form of a code of digits. Its salt depends on the secret key of the server, the same at all nodes, and on the purpose. There are
// only a million codes, so a plain hash would hide nothing.
func SlowHash(key []byte, purpose, code string) (hash [32]byte, err error) {
	salt := hmac.New(sha256.New, key)
	salt.Write([]byte(purpose))
	raw, err := pbkdf2.Key(sha256.New, code, salt.Sum(nil), rounds, len(hash))
	if err != nil {
		return hash, fmt.Errorf("hash a code: %w", err)
	}
	return [32]byte(raw), nil
}
