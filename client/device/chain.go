package device

import (
	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// stride is the number of values from one checkpoint to the next. So a reveal costs at most stride-1 hashes.
const stride = 128

const checkpoints = chance.ChainLength/stride + 1

// chain is a hash chain of reveals: element i is value i*stride.
type chain []codec.Hash

// newChain derives all values of a chain from its last one, and keeps the checkpoints.
func newChain(id chance.ChainID, end codec.Hash) chain {
	c := make(chain, checkpoints)
	c[checkpoints-1] = end
	id.Back(chance.ChainLength, end, 0, func(index int, value codec.Hash) {
		if index%stride == 0 {
			c[index/stride] = value
		}
	})
	return c
}

// anchor is value 0, which the reveals lead back to.
func (c chain) anchor() codec.Hash { return c[0] }

// reveal computes value index, from 1 to engine.ChainLength.
func (c chain) reveal(id chance.ChainID, index int) codec.Hash {
	at := (index + stride - 1) / stride
	return id.Back(at*stride, c[at], index, func(int, codec.Hash) {})
}
