package engine

import (
	"encoding/hex"
	"fmt"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// ChanceVersion is the version of a table's chance. It is fixed at the table's creation, because its commitment depends on it.
const ChanceVersion = 2

// Terms are the parts of a table that its commitment covers, because they are fixed when the secret is drawn.
type Terms struct {
	Table   string
	Title   string
	Seats   int
	Options Options
	Origin  *Origin // of a fork
}

// digest is the set-up digest: it covers title, number of seats and options, and the origin of a fork.
func (t Terms) digest() (codec.Hash, error) {
	raw, err := codec.Canonical(struct {
		Options Options `json:"options"`
		Origin  *Origin `json:"origin,omitempty"`
		Seats   int     `json:"seats"`
		Title   string  `json:"title"`
	}{t.Options, t.Origin, t.Seats, t.Title})
	return chance.Digest("nemeton 2 setup", raw), err
}

// CommitTo is the public commitment to the secret of a table with these terms. It covers the terms, so that no secret can
// serve two tables.
func (t Terms) CommitTo(s chance.Secret) (codec.Hash, error) {
	setup, err := t.digest()
	return chance.Digest("nemeton 2 commitment", s[:], []byte(t.Table), setup[:]), err
}

// KeyOf is the base key of a table's draws. It covers the secret, the terms, and everything that the seats added before the start. It
// covers nothing else, because the operator could choose any other value after the contributions are known. Error: a contribution is no
// lower-case hex.
func KeyOf(secret chance.Secret, start Started) (chance.Key, error) {
	terms := start.Terms()
	setup, err := terms.digest()
	if err != nil {
		return chance.Key{}, err
	}
	parts := [][]byte{[]byte(terms.Table), setup[:]}
	for seat := range start.Setup.Seats() {
		contribution, err := start.contribution(Seat(seat))
		if err != nil {
			return chance.Key{}, err
		}
		answer := start.answer(Seat(seat))
		parts = append(parts, contribution, present(answer.Device[:]), present(answer.Chain[:]))
	}
	return chance.Key(chance.Authenticate(secret[:], "nemeton 2 pool", parts...)), nil
}

// present is the value, or no bytes for zeros.
func present(value []byte) []byte {
	if len(codec.OptionalHex(value)) == 0 {
		return nil
	}
	return value
}

// contribution decodes the contribution of a seat; no bytes if it has none.
func (s Started) contribution(seat Seat) ([]byte, error) {
	if int(seat) >= len(s.Contributions) {
		return nil, nil
	}
	raw, err := hex.DecodeString(s.Contributions[seat])
	if err == nil && hex.EncodeToString(raw) != s.Contributions[seat] {
		err = fmt.Errorf("%w: upper-case hex", ErrCorrupt)
	}
	return raw, err
}
