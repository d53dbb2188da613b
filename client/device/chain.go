package device

import "nemeton/engine"

// stride is the number of values from one checkpoint to the next. So a reveal costs at most stride-1 hashes.
const stride = 128

const checkpoints = engine.ChainLength/stride + 1

// chain is a hash chain of reveals: element i is value i*stride.
type chain []engine.Hash

// newChain derives all values of a chain from its last one, and keeps the checkpoints.
func newChain(id engine.ChainID, end engine.Hash) chain {
	c := make(chain, checkpoints)
	c[checkpoints-1] = end
	id.Back(engine.ChainLength, end, 0, func(index int, value engine.Hash) {
		if index%stride == 0 {
			c[index/stride] = value
		}
	})
	return c
}

// anchor is value 0, which the reveals lead back to.
func (c chain) anchor() engine.Hash { return c[0] }

// reveal computes value index, from 1 to engine.ChainLength.
func (c chain) reveal(id engine.ChainID, index int) engine.Hash {
	at := (index + stride - 1) / stride
	return id.Back(at*stride, c[at], index, func(int, engine.Hash) {})
}
