package study

import (
	"hash/fnv"
	"math/bits"

	"nemeton/engine/chance"
)

// mix turns a number into a random one (the finalizer of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// seedOf makes a seed of several numbers.
func seedOf(parts ...uint64) uint64 {
	seed := uint64(0)
	for _, p := range parts {
		seed = mix(seed ^ p)
	}
	return seed
}

// dice is the chance of a simulated game. A draw depends on the seed, its label and the number of earlier draws with that label. So games
// with one seed meet the same luck, even if their moves differ.
type dice struct {
	seed  uint64
	drawn []drawn
}

type drawn struct {
	what string
	hash uint64
	n    uint64
}

// Draw implements chance.Source.
func (d *dice) Draw(what string, n int) int {
	at := d.label(what)
	d.drawn[at].n++
	high, _ := bits.Mul64(seedOf(d.seed, d.drawn[at].hash, d.drawn[at].n), uint64(n))
	return int(high)
}

func (d *dice) label(what string) int {
	for i := range d.drawn {
		if d.drawn[i].what == what {
			return i
		}
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(what))
	d.drawn = append(d.drawn, drawn{what: what, hash: h.Sum64()})
	return len(d.drawn) - 1
}

// reset begins another game.
func (d *dice) reset(seed uint64) {
	d.seed = seed
	for i := range d.drawn {
		d.drawn[i].n = 0
	}
}

// turned is a chance whose first draw goes through all outcomes in turn. A random first shift keeps all outcomes equally likely.
type turned struct {
	chance.Source
	at   uint64
	used bool
}

func (t *turned) Draw(what string, n int) int {
	if t.used {
		return t.Source.Draw(what, n)
	}
	t.used = true
	return int(t.at % uint64(n))
}
