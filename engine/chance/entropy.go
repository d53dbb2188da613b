package chance

import (
	"encoding/hex"
	"errors"

	"nemeton/engine/codec"
)

// Entropy is 32 random bytes that a restored table mixes into its chance.
type Entropy [32]byte

func (e Entropy) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(e[:])), nil }

// UnmarshalText reads 64 lower-case hex digits.
func (e *Entropy) UnmarshalText(text []byte) error {
	var h codec.Hash
	if h.UnmarshalText(text) != nil {
		return errors.New("entropy is 64 lower-case hex digits")
	}
	*e = Entropy(h)
	return nil
}

func (e Entropy) AppendJSON(b []byte) []byte { return codec.AppendHex(b, e[:], false) }

func (e Entropy) AppendCanonical(b []byte) []byte { return codec.AppendHex(b, e[:], false) }
