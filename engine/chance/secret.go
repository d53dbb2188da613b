package chance

import "nemeton/engine/codec"

// Salt blinds the hash of entry seq of a table, so that the hash says nothing about hidden facts to anybody without the secret.
func (s Secret) Salt(table string, seq uint64) codec.Optional {
	return codec.Optional(Authenticate(s[:], "nemeton 2 salt", []byte(table), bytes8(seq)))
}

// PersonDigest binds the name of the person who holds a seat. holder is 0 at the start, and one more after each handover. Without the
// secret it says nothing about the name.
func (s Secret) PersonDigest(table string, seat int, holder int, name string) codec.Optional {
	salt := Authenticate(s[:], "nemeton 2 name salt", []byte(table), byteOf(seat), bytes4(holder))
	return codec.Optional(Digest("nemeton 2 name", salt[:], []byte(name)))
}
