package codec

import (
	"encoding/hex"
	"errors"
)

// Hash is the SHA-256 of an entry's canonical bytes. No hash leaves the server before the table is finished.
type Hash [32]byte

func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

func (h *Hash) UnmarshalText(text []byte) error {
	var back Hash
	bad := errors.New("a hash is 64 lower-case hex digits")
	if len(text) != hex.EncodedLen(len(back)) { // hex.Decode panics if the text is too long
		return bad
	}
	if _, err := hex.Decode(back[:], text); err != nil || back.String() != string(text) {
		return bad
	}
	*h = back
	return nil
}

func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Optional is a Hash that may be absent. Zeros mean that it is.
type Optional Hash

func (o Optional) MarshalText() ([]byte, error) { return OptionalHex(o[:]), nil }

func (o *Optional) UnmarshalText(text []byte) error { return ReadOptionalHex(o[:], text, "a hash") }

// OptionalHex is the lower-case hex of value; empty for zeros.
func OptionalHex(value []byte) []byte {
	for _, b := range value {
		if b != 0 {
			return hex.AppendEncode(nil, value)
		}
	}
	return []byte{}
}

// ReadOptionalHex reads the output of OptionalHex. Errors name the value by what.
func ReadOptionalHex(into, text []byte, what string) error {
	value := make([]byte, len(into))
	if len(text) != 0 {
		if len(text) != hex.EncodedLen(len(into)) {
			return errors.New(what + " has the wrong length")
		}
		if _, err := hex.Decode(value, text); err != nil || string(OptionalHex(value)) != string(text) {
			return errors.New(what + " is in lower-case hex and not all zeros")
		}
	}
	copy(into, value)
	return nil
}

func (h Hash) AppendJSON(b []byte) []byte { return AppendHex(b, h[:], false) }

func (h Hash) AppendCanonical(b []byte) []byte { return AppendHex(b, h[:], false) }

func (o Optional) AppendJSON(b []byte) []byte { return AppendHex(b, o[:], true) }

func (o Optional) AppendCanonical(b []byte) []byte { return AppendHex(b, o[:], true) }
