package chance

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"nemeton/engine/codec"
)

// ChainLength is the number of reveals that one hash chain holds.
const ChainLength = 16384

// MaxChainGap is the highest difference between the indexes of two reveals that follow each other. It bounds the hashes that the check
// of one reveal costs. A device that lost more reveals in a row publishes a new chain.
const MaxChainGap = 1024

// ChainID identifies a hash chain of reveals. All its values are derived with it, so that no chain serves two tables or seats.
type ChainID struct {
	Table  string
	Seat   int
	Device DeviceKey
}

// Before returns value index-1 of the chain from value index. Index counts from 1, the first value that is revealed, to ChainLength, the
// value that the device drew at random. Value 0 is the anchor, which the device publishes with its contribution.
func (c ChainID) Before(index int, value codec.Hash) codec.Hash {
	return Digest("nemeton 2 chain", []byte(c.Table), byteOf(c.Seat), c.Device[:], bytes4(index), value[:])
}

// Leads reports whether value index of the chain leads back to value last with index lastIndex.
func (c ChainID) Leads(lastIndex int, last codec.Hash, index int, value codec.Hash) bool {
	if index <= lastIndex || index > ChainLength || index-lastIndex > MaxChainGap {
		return false
	}
	return c.Back(index, value, lastIndex, func(int, codec.Hash) {}) == last
}

// Back returns value to of the chain from value index, and calls visit with each value in between and with the result. It is a repeated Before
// that encodes the chain's identity once, because a device derives thousands of values.
func (c ChainID) Back(index int, value codec.Hash, to int, visit func(index int, value codec.Hash)) codec.Hash {
	var in bytes.Buffer
	for _, part := range [][]byte{[]byte("nemeton 2 chain"), []byte(c.Table), byteOf(c.Seat), c.Device[:], bytes4(index), value[:]} {
		in.Write(bytes4(len(part)))
		in.Write(part)
	}
	text := in.Bytes()
	valueAt := len(text) - len(value)
	indexAt := valueAt - len(bytes4(0)) - len(bytes4(0)) // before the length of the value
	for ; index > to; index-- {
		binary.BigEndian.PutUint32(text[indexAt:], uint32(index))
		copy(text[valueAt:], value[:])
		value = sha256.Sum256(text)
		visit(index-1, value)
	}
	return value
}
