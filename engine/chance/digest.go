// Package chance is the random numbers of a table and their proof: secrets, commitments, reveals and draws. It knows no log and no rules.
package chance

import (
	"crypto/sha256"
	"encoding/binary"

	"nemeton/engine/codec"
)

// Digest is the SHA-256 of a domain and parts, each preceded by its length in 4 bytes, big-endian. No two lists of parts have the
// same input. All hashes of a table's chance are made this way.
func Digest(domain string, parts ...[]byte) codec.Hash {
	return sha256.Sum256(appendParts(make([]byte, 0, 512), domain, parts))
}

// Authenticate is the HMAC-SHA-256 of a domain and parts, encoded as in Digest. key has at most 64 bytes. It is written out here because crypto/hmac
// allocates seven times for a hash, and every entry needs three of them; the published vectors of chance check it.
func Authenticate(key []byte, domain string, parts ...[]byte) codec.Hash {
	inner := append(make([]byte, 0, 512), key...)
	inner = append(inner, make([]byte, sha256.BlockSize-len(key))...)
	for i := range inner {
		inner[i] ^= 0x36
	}
	sum := sha256.Sum256(appendParts(inner, domain, parts))
	outer := append(make([]byte, 0, sha256.BlockSize+sha256.Size), key...)
	outer = append(outer, make([]byte, sha256.BlockSize-len(key))...)
	for i := range outer {
		outer[i] ^= 0x5c
	}
	return sha256.Sum256(append(outer, sum[:]...))
}

func appendParts(b []byte, domain string, parts [][]byte) []byte {
	b = append(binary.BigEndian.AppendUint32(b, uint32(len(domain))), domain...)
	for _, part := range parts {
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(part))), part...)
	}
	return b
}

func bytes4(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func bytes8(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func byteOf(seat int) []byte { return []byte{byte(seat)} }
