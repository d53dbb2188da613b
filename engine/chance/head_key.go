package chance

import (
	"crypto/hmac"
	"encoding/binary"
	"encoding/hex"
	"math"

	"nemeton/engine/codec"
)

// HeadKey makes and checks the short heads of one table. A short head identifies the history up to one entry. It helps nobody to test
// guesses about hidden facts, because the salts of the entries blind it.
//
// A short head has three parts, in lower-case hex:
//
//   - the number of restores up to the entry, in 2 bytes, which all viewers know anyway;
//   - the history: the first 16 bytes of the entry's hash. Devices sign it, and nobody can make two histories with equal short heads;
//   - the origin: the first 6 bytes of HMAC-SHA-256(secret, "nemeton 2 head", table, seq, restores, history), encoded as in digest.
//
// Seq has 8 bytes. Numbers are big-endian. This construction is final because clients keep short heads, and can recompute them after the end.
//
// The origin lets the server recognize a head that it issued for an entry it no longer has. Such a head is evidence of a cut
// history that no client can forge.
type HeadKey struct {
	secret Secret
	table  string
}

// The lengths of the parts of a short head, in bytes.
const headRestores, headHistory, headOrigin = 2, 16, 6

func (s Secret) HeadKey(table string) HeadKey { return HeadKey{s, table} }

// appendOrigin appends the third part of a short head. first are the other two.
func (k HeadKey) appendOrigin(b []byte, seq uint64, first []byte) []byte {
	sum := Authenticate(k.secret[:], "nemeton 2 head", []byte(k.table), bytes8(seq), first[:headRestores], first[headRestores:])
	return append(b, sum[:headOrigin]...)
}

// Short is the short head of entry seq with the given hash. restores is the number of restores up to the entry; numbers above
// 65535 count as 65535.
func (k HeadKey) Short(seq uint64, restores int, hash codec.Hash) string {
	var buffer [headRestores + headHistory + headOrigin]byte
	first := binary.BigEndian.AppendUint16(buffer[:0], uint16(min(restores, math.MaxUint16)))
	first = append(first, hash[:headHistory]...)
	var text [2 * len(buffer)]byte
	return string(hex.AppendEncode(text[:0], k.appendOrigin(first, seq, first)))
}

// Check reports whether text is a short head that the table's server issued for entry seq of any history, and the number of
// restores in that history. The comparison takes the same time for all texts of the right length.
func (k HeadKey) Check(seq uint64, text string) (restores int, authentic bool) {
	in, err := hex.DecodeString(text)
	if err != nil || len(in) != headRestores+headHistory+headOrigin || hex.EncodeToString(in) != text {
		return 0, false
	}
	first := in[:headRestores+headHistory]
	if !hmac.Equal(in[len(first):], k.appendOrigin(nil, seq, first)) {
		return 0, false
	}
	return int(binary.BigEndian.Uint16(in)), true
}
