package admin

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
)

// MinKey is the smallest number of characters of a key of an operator. A shorter one could be guessed.
const MinKey = 16

const defaultName = "operator"

// Keys are the keys of the operators. Only their hashes stay in memory.
type Keys struct{ list []operatorKey }

type operatorKey struct {
	name string
	hash [32]byte
}

// ParseKeys reads keys, one a line: KEY, or NAME KEY. Empty lines and those that begin with # do not count. Errors never contain a key.
func ParseKeys(text string) (k Keys, err error) {
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		name := defaultName
		if len(fields) == 2 {
			name = fields[0]
		}
		key := fields[len(fields)-1]
		switch {
		case len(fields) > 2 || len(name) > 50:
			return Keys{}, fmt.Errorf("line %d is neither KEY nor NAME KEY", n+1)
		case len(key) < MinKey:
			return Keys{}, fmt.Errorf("the key in line %d has %d characters, want at least %d", n+1, len(key), MinKey)
		}
		k.list = append(k.list, operatorKey{name, sha256.Sum256([]byte(key))})
	}
	if len(k.list) == 0 {
		return Keys{}, errors.New("there is no key")
	}
	return k, nil
}

// Find returns the name of the operator with a key. It compares with all keys, in constant time.
func (k Keys) Find(key string) (name string, ok bool) {
	hash := sha256.Sum256([]byte(key))
	for _, known := range k.list {
		if subtle.ConstantTimeCompare(known.hash[:], hash[:]) == 1 {
			name, ok = known.name, true
		}
	}
	return name, ok
}
