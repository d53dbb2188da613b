package chance

import (
	"crypto/ed25519"

	"nemeton/engine/codec"
)

// DeviceKey is the Ed25519 public key that a device made for one table. Zeros mean that there is none.
type DeviceKey [ed25519.PublicKeySize]byte

// Signature is an Ed25519 signature by a DeviceKey. Zeros mean that there is none.
type Signature [ed25519.SignatureSize]byte

func (k DeviceKey) MarshalText() ([]byte, error) { return codec.OptionalHex(k[:]), nil }

func (k *DeviceKey) UnmarshalText(text []byte) error {
	return codec.ReadOptionalHex(k[:], text, "a device key")
}

func (k DeviceKey) String() string { return string(codec.OptionalHex(k[:])) }

func (s Signature) MarshalText() ([]byte, error) { return codec.OptionalHex(s[:]), nil }

func (s *Signature) UnmarshalText(text []byte) error {
	return codec.ReadOptionalHex(s[:], text, "a signature")
}

func (k DeviceKey) Signed(statement []byte, s Signature) bool {
	return k != DeviceKey{} && ed25519.Verify(k[:], statement, s[:])
}

func (k DeviceKey) AppendJSON(b []byte) []byte { return codec.AppendHex(b, k[:], true) }

func (k DeviceKey) AppendCanonical(b []byte) []byte { return codec.AppendHex(b, k[:], true) }

func (s Signature) AppendJSON(b []byte) []byte { return codec.AppendHex(b, s[:], true) }

func (s Signature) AppendCanonical(b []byte) []byte { return codec.AppendHex(b, s[:], true) }
