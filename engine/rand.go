package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math/rand/v2"
)

// Chance is a title's source of random numbers. Draw returns a whole number from 0 to n-1, all equally likely; n is at
// least 1. The label what names the draw in the log ("die", "deck"), so that players can verify it.
type Chance interface {
	Draw(what string, n int) int
}

// Shuffle puts list in a uniformly random order (Fisher-Yates). From the last element down, each swaps with a drawn one
// at or before it.
func Shuffle[T any](c Chance, what string, list []T) {
	for i := len(list) - 1; i > 0; i-- {
		j := c.Draw(what, i+1)
		list[i], list[j] = list[j], list[i]
	}
}

// Draw is one recorded draw of an entry.
type Draw struct {
	What string `json:"what"`
	Of   int    `json:"of"` // number of possible outcomes
	Is   int    `json:"is"` // the outcome, from 0
}

// Secret is a table's 256 bits of entropy, hidden until the table is finished.
type Secret [32]byte

// Commitment is the SHA-256 of the secret. It is public from the table's creation on.
func (s Secret) Commitment() [32]byte { return sha256.Sum256(s[:]) }

// Key is the key of a table's draws: an HMAC-SHA-256, keyed by the secret. Its input is "nemeton chance 1", a zero
// byte, the number of contributions, and each contribution preceded by its length in bytes. Numbers are 4 bytes,
// big-endian. This construction is final because recorded games depend on it.
type Key [32]byte

// NewKey derives the key from the secret and the seats' contributions.
func NewKey(secret Secret, contributions [][]byte) Key {
	mac := hmac.New(sha256.New, secret[:])
	mac.Write([]byte("nemeton chance 1\x00"))
	var n [4]byte
	binary.BigEndian.PutUint32(n[:], uint32(len(contributions)))
	mac.Write(n[:])
	for _, c := range contributions {
		binary.BigEndian.PutUint32(n[:], uint32(len(c)))
		mac.Write(n[:])
		mac.Write(c)
	}
	var k Key
	mac.Sum(k[:0])
	return k
}

// Dice is the chance of one entry of a table. Block i (from 0) is HMAC-SHA-256(key, seq || i), with seq in 8 and i in 4
// bytes, big-endian; its first 8 bytes are a number x. A draw of n takes the next block. If x falls in the incomplete
// last run of n values below 2^64, the draw takes one more. The result is x mod n. This construction is final because
// recorded games depend on it.
type Dice struct {
	mac   hash.Hash
	seq   Seq
	block uint32
	drawn []Draw
	sum   [32]byte
}

// NewDice returns the chance of the entry with number seq.
func NewDice(key Key, seq Seq) *Dice {
	return &Dice{mac: hmac.New(sha256.New, key[:]), seq: seq}
}

// Draw implements Chance and records the draw.
func (d *Dice) Draw(what string, n int) int {
	if n < 1 {
		panic("engine: a draw of less than one")
	}
	is := int(below(uint64(n), d.next))
	d.drawn = append(d.drawn, Draw{What: what, Of: n, Is: is})
	return is
}

// Drawn lists the draws made so far, in order.
func (d *Dice) Drawn() []Draw { return d.drawn }

func (d *Dice) next() uint64 {
	var in [12]byte
	binary.BigEndian.PutUint64(in[:8], uint64(d.seq))
	binary.BigEndian.PutUint32(in[8:], d.block)
	d.block++
	d.mac.Reset()
	d.mac.Write(in[:])
	return binary.BigEndian.Uint64(d.mac.Sum(d.sum[:0]))
}

// below reduces numbers from next to 0..n-1 without bias: it rejects the incomplete last run.
func below(n uint64, next func() uint64) uint64 {
	spare := -n % n // 2^64 mod n
	for {
		if x := next(); x <= ^uint64(0)-spare {
			return x % n
		}
	}
}

// Loose is chance for games that are not recorded: sampling, search and benchmarks.
type Loose struct{ *rand.Rand }

// Draw implements Chance.
func (l Loose) Draw(_ string, n int) int { return l.IntN(n) }
