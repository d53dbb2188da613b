package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// digest is the SHA-256 of a domain and parts, each preceded by its length in 4 bytes, big-endian. No two lists of parts have the
// same input. All hashes of chance version 2 are made this way.
func digest(domain string, parts ...[]byte) (sum Hash) {
	writeParts(sha256.New(), domain, parts).Sum(sum[:0])
	return sum
}

// authenticate is the HMAC-SHA-256 of a domain and parts, encoded as in digest.
func authenticate(key []byte, domain string, parts ...[]byte) (sum Hash) {
	writeParts(hmac.New(sha256.New, key), domain, parts).Sum(sum[:0])
	return sum
}

func writeParts(to hash.Hash, domain string, parts [][]byte) hash.Hash {
	write := func(part []byte) {
		to.Write(bytes4(len(part)))
		to.Write(part)
	}
	write([]byte(domain))
	for _, part := range parts {
		write(part)
	}
	return to
}

// bytes4 is a number in 4 bytes, big-endian.
func bytes4(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// bytes8 is a number in 8 bytes, big-endian.
func bytes8(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// byteOf is a seat in 1 byte.
func byteOf(s Seat) []byte { return []byte{byte(s)} }
