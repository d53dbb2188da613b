package chance

import (
	"encoding/binary"

	"nemeton/engine/codec"
)

// Pool is the part of a table's running entropy that its log determines: the transcript of all reveals and restores, and the number of
// draws so far. It never goes back, not even for a take-back. The secret part is the base key: see KeyOf.
type Pool struct {
	transcript codec.Hash
	draws      uint64
}

func (p *Pool) SnapshotFields() codec.SnapshotFields {
	return codec.SnapshotFields{"transcript": &p.transcript, "draws": &p.draws}
}

// NewPool is the pool before the first entry.
func NewPool() Pool { return Pool{transcript: Digest("nemeton 2 transcript")} }

func (p Pool) Revealed(seat int, index int, reveal codec.Optional) Pool {
	p.transcript = Digest("nemeton 2 reveal", p.transcript[:], byteOf(seat), bytes4(index), reveal[:])
	return p
}

func (p Pool) Restored(entropy Entropy) Pool {
	p.transcript = Digest("nemeton 2 restored", p.transcript[:], entropy[:])
	return p
}

// Advance counts the draws of an entry.
func (p *Pool) Advance(draws int) { p.draws += uint64(draws) }

// Dice is the chance of the next entry. The key is fresh after every reveal: without the secret nobody knows it, and without the
// reveal the holder of the secret does not know it.
func (p Pool) Dice(base Key) *Dice {
	return &Dice{base: base, transcript: p.transcript, number: p.draws}
}

// Dice is the chance of one entry. Draws are numbered from 1 over the whole table. Block i (from 0) of draw n is HMAC-SHA-256(key, "nemeton 2
// draw", n, i), encoded as in Digest. The first 8 bytes of a block are a number, big-endian. If it falls in the incomplete last run of values below
// 2^64, the draw takes one more block. The result is the remainder. This construction is final because recorded games depend on it.
type Dice struct {
	base       Key
	transcript codec.Hash
	key        *codec.Hash // of the draws; nil before the first one, because most entries draw nothing
	number     uint64      // of the last draw
	drawn      []Draw
}

func (d *Dice) Draw(what string, n int) int {
	if n < 1 {
		panic("engine: a draw of less than one")
	}
	if d.key == nil {
		key := Authenticate(d.base[:], "nemeton 2 key", d.transcript[:])
		d.key = &key
	}
	d.number++
	block := 0
	is := int(below(uint64(n), func() uint64 {
		sum := Authenticate(d.key[:], "nemeton 2 draw", bytes8(d.number), bytes4(block))
		block++
		return binary.BigEndian.Uint64(sum[:])
	}))
	d.drawn = append(d.drawn, Draw{What: what, Of: n, Is: is})
	return is
}

func (d *Dice) Drawn() []Draw { return d.drawn }
