package engine

import (
	"crypto/hmac"
	"encoding/binary"
	"encoding/hex"
	"math"
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
func (k HeadKey) appendOrigin(b []byte, seq Seq, first []byte) []byte {
	sum := authenticate(k.secret[:], "nemeton 2 head", []byte(k.table), bytes8(uint64(seq)), first[:headRestores], first[headRestores:])
	return append(b, sum[:headOrigin]...)
}

// Short is the short head of entry seq with the given hash. restores is the number of restores up to the entry; numbers above
// 65535 count as 65535.
func (k HeadKey) Short(seq Seq, restores int, hash Hash) string {
	var buffer [headRestores + headHistory + headOrigin]byte
	first := binary.BigEndian.AppendUint16(buffer[:0], uint16(min(restores, math.MaxUint16)))
	first = append(first, hash[:headHistory]...)
	var text [2 * len(buffer)]byte
	return string(hex.AppendEncode(text[:0], k.appendOrigin(first, seq, first)))
}

// Check reports whether text is a short head that the table's server issued for entry seq of any history, and the number of
// restores in that history. The comparison takes the same time for all texts of the right length.
func (k HeadKey) Check(seq Seq, text string) (restores int, authentic bool) {
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

// ShortHead is the short head of the last entry applied; empty before the start.
func (f *Fold) ShortHead(k HeadKey) string {
	if f.seq == 0 {
		return ""
	}
	return k.Short(f.seq, f.Restores(), f.head)
}

// HeadMatch is the result of comparing a client's short head with the log.
type HeadMatch int

// The results. HeadLost and HeadReplaced both mean that entries which the client saw are lost.
const (
	// HeadUnknown means that the server never issued the head for that seq.
	HeadUnknown HeadMatch = iota
	// HeadSame means that the log has the history that the client saw.
	HeadSame
	// HeadLost means that coming draws may be known: no restore was recorded since the loss. Record one with Restore.
	HeadLost
	// HeadReplaced means that a restore was recorded since the loss. So a client cannot cause another one with old evidence.
	HeadReplaced
)

// CompareHead compares the short head that a client names for entry seq with the log. own is the hash of entry seq in the log;
// it is ignored if seq is the last entry or a later one. The fold must have all stored entries: otherwise a node that is behind
// takes its own delay for a loss.
func (f *Fold) CompareHead(k HeadKey, seq Seq, text string, own Hash) HeadMatch {
	if seq < 1 {
		return HeadUnknown
	}
	if seq == f.seq {
		own = f.head
	}
	restores, authentic := k.Check(seq, text)
	switch {
	case !authentic:
		return HeadUnknown
	case seq <= f.seq && hmac.Equal([]byte(text), []byte(k.Short(seq, f.RestoresAt(seq), own))):
		return HeadSame
	// A draw is known only if the lost history drew it with the present key. More restores now mean another key.
	case restores < min(f.Restores(), math.MaxUint16):
		return HeadReplaced
	default:
		return HeadLost
	}
}
