package engine

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
)

// DeviceKey is the Ed25519 public key that a device made for one table. Zeros mean that there is none.
type DeviceKey [ed25519.PublicKeySize]byte

// Signature is an Ed25519 signature by a DeviceKey. Zeros mean that there is none.
type Signature [ed25519.SignatureSize]byte

func (k DeviceKey) MarshalText() ([]byte, error) { return optionalHex(k[:]), nil }

func (k *DeviceKey) UnmarshalText(text []byte) error {
	return readOptionalHex(k[:], text, "a device key")
}

func (k DeviceKey) String() string { return string(optionalHex(k[:])) }

func (s Signature) MarshalText() ([]byte, error) { return optionalHex(s[:]), nil }

func (s *Signature) UnmarshalText(text []byte) error {
	return readOptionalHex(s[:], text, "a signature")
}

func (k DeviceKey) Signed(statement []byte, s Signature) bool {
	return k != DeviceKey{} && ed25519.Verify(k[:], statement, s[:])
}

// optionalHex is the lower-case hex of value; empty for zeros.
func optionalHex(value []byte) []byte {
	for _, b := range value {
		if b != 0 {
			return hex.AppendEncode(nil, value)
		}
	}
	return []byte{}
}

func readOptionalHex(into, text []byte, what string) error {
	value := make([]byte, len(into))
	if len(text) != 0 {
		if len(text) != hex.EncodedLen(len(into)) {
			return errors.New(what + " has the wrong length")
		}
		if _, err := hex.Decode(value, text); err != nil || string(optionalHex(value)) != string(text) {
			return errors.New(what + " is in lower-case hex and not all zeros")
		}
	}
	copy(into, value)
	return nil
}

// The statements that devices sign. Each is a domain, a line feed, and canonical JSON (RFC 8785).

// CommandStatement is the content that a device signs for a command: the command itself, the reveal that it spends, and the
// newest entry that the device had seen.
type CommandStatement struct {
	Table    string     `json:"table"`
	Seat     Seat       `json:"seat"`
	Command  string     `json:"command"`  // the command's id
	Kind     string     `json:"kind"`     // "act" or "takeback"
	Decision DecisionID `json:"decision"` // empty for a take-back
	Move     any        `json:"move"`     // null for a take-back
	Index    int        `json:"index"`    // of the reveal; 0 without one
	Reveal   Optional   `json:"reveal"`
	Seq      Seq        `json:"seq"`  // the newest entry that the device had seen
	Head     string     `json:"head"` // its short head
}

func (s CommandStatement) Bytes() ([]byte, error) { return statement("nemeton 2 command\n", s) }

// AnswerStatement is the content that a device signs for its contribution or its declining.
type AnswerStatement struct {
	Table        string    `json:"table"`
	Seat         Seat      `json:"seat"`
	Commitment   Hash      `json:"commitment"`
	Contribution *string   `json:"contribution"` // hex; null declines
	Chain        Optional  `json:"chain"`        // the anchor; empty without a chain
	Device       DeviceKey `json:"device"`
}

func (s AnswerStatement) Bytes() ([]byte, error) { return statement("nemeton 2 contribution\n", s) }

// DeviceStatement is the content that a device of a seat signs to confirm another device.
type DeviceStatement struct {
	Table  string    `json:"table"`
	Seat   Seat      `json:"seat"`
	Device DeviceKey `json:"device"` // the new one
	Chain  Optional  `json:"chain"`  // its anchor; empty without a chain
}

func (s DeviceStatement) Bytes() ([]byte, error) { return statement("nemeton 2 device\n", s) }

func statement(domain string, content any) ([]byte, error) {
	raw, err := Canonical(content)
	return append([]byte(domain), raw...), err
}

// Optional is a Hash that may be absent. Zeros mean that it is.
type Optional Hash

func (o Optional) MarshalText() ([]byte, error) { return optionalHex(o[:]), nil }

func (o *Optional) UnmarshalText(text []byte) error { return readOptionalHex(o[:], text, "a hash") }
