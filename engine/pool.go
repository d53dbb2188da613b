package engine

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// pool is the part of a table's running entropy that its log determines: the transcript of all reveals and restores, and the number of
// draws so far. It never goes back, not even for a take-back. The secret part is the base key: see KeyOf.
type pool struct {
	transcript Hash
	draws      uint64
}

func (p *pool) SnapshotFields() SnapshotFields {
	return SnapshotFields{"transcript": &p.transcript, "draws": &p.draws}
}

func newPool() pool { return pool{transcript: digest("nemeton 2 transcript")} }

func (p pool) revealed(seat Seat, index int, reveal Optional) pool {
	p.transcript = digest("nemeton 2 reveal", p.transcript[:], byteOf(seat), bytes4(index), reveal[:])
	return p
}

func (p pool) restored(entropy Entropy) pool {
	p.transcript = digest("nemeton 2 restored", p.transcript[:], entropy[:])
	return p
}

// dice is the chance of the next entry. The key is fresh after every reveal: without the secret nobody knows it, and without the
// reveal the holder of the secret does not know it.
func (p pool) dice(base Key) *Dice {
	return &Dice{base: base, transcript: p.transcript, number: p.draws}
}

// KeyOf is the base key of a table's draws. It covers the secret, the terms, and everything that the seats added before the start. It
// covers nothing else, because the operator could choose any other value after the contributions are known. Error: a contribution is no
// lower-case hex.
func KeyOf(secret Secret, start Started) (Key, error) {
	terms := start.Terms()
	setup, err := terms.digest()
	if err != nil {
		return Key{}, err
	}
	parts := [][]byte{[]byte(terms.Table), setup[:]}
	for seat := range start.Setup.Seats() {
		contribution, err := start.contribution(Seat(seat))
		if err != nil {
			return Key{}, err
		}
		answer := start.answer(Seat(seat))
		parts = append(parts, contribution, present(answer.Device[:]), present(answer.Chain[:]))
	}
	return Key(authenticate(secret[:], "nemeton 2 pool", parts...)), nil
}

// present is the value, or no bytes for zeros.
func present(value []byte) []byte {
	if len(optionalHex(value)) == 0 {
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

// Dice is the chance of one entry. Draws are numbered from 1 over the whole table. Block i (from 0) of draw n is HMAC-SHA-256(key, "nemeton 2
// draw", n, i), encoded as in digest. The first 8 bytes of a block are a number, big-endian. If it falls in the incomplete last run of values below
// 2^64, the draw takes one more block. The result is the remainder. This construction is final because recorded games depend on it.
type Dice struct {
	base       Key
	transcript Hash
	key        *Hash  // of the draws; nil before the first one, because most entries draw nothing
	number     uint64 // of the last draw
	drawn      []Draw
}

func (d *Dice) Draw(what string, n int) int {
	if n < 1 {
		panic("engine: a draw of less than one")
	}
	if d.key == nil {
		key := authenticate(d.base[:], "nemeton 2 key", d.transcript[:])
		d.key = &key
	}
	d.number++
	block := 0
	is := int(below(uint64(n), func() uint64 {
		sum := authenticate(d.key[:], "nemeton 2 draw", bytes8(d.number), bytes4(block))
		block++
		return binary.BigEndian.Uint64(sum[:])
	}))
	d.drawn = append(d.drawn, Draw{What: what, Of: n, Is: is})
	return is
}

func (d *Dice) Drawn() []Draw { return d.drawn }
