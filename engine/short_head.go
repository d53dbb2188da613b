package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// HeadKey makes and checks the short heads of one table. A short head identifies the history up to one entry. It is blinded:
// without the secret it is as good as random, so it helps nobody to test guesses about hidden facts.
//
// A short head has 16 bytes, in lower-case hex, of three parts:
//
//   - the number of restores up to the entry, in 2 bytes, which all viewers know anyway;
//   - 7 bytes that blind the entry's hash: the first of HMAC-SHA-256(blind, seq || hash);
//   - 7 bytes that prove the origin: the first of HMAC-SHA-256(proof, seq || the other two parts).
//
// Seq has 8 bytes. Numbers are big-endian. blind and proof are HMAC-SHA-256, keyed by the secret, of "nemeton head 1" and
// "nemeton head proof 1", a zero byte and the table's id. This construction is final because clients keep short heads, and can
// recompute them after the end.
//
// The proof lets the server recognize a head that it issued for an entry it no longer has. Such a head is evidence of a cut
// history that no client can forge.
type HeadKey struct{ blind, proof [32]byte }

// The parts of a short head, in bytes.
const (
	headRestores = 2
	headBlind    = 7
	headBytes    = 16
)

// HeadKey derives the key for the short heads of the secret's table.
func (s Secret) HeadKey(table string) HeadKey {
	derive := func(domain string) (k [32]byte) {
		mac := hmac.New(sha256.New, s[:])
		mac.Write([]byte(domain + "\x00" + table))
		mac.Sum(k[:0])
		return k
	}
	return HeadKey{blind: derive("nemeton head 1"), proof: derive("nemeton head proof 1")}
}

// Short is the short head of entry seq with the given hash. restores is the number of restores up to the entry; numbers above
// 65535 count as 65535.
func (k HeadKey) Short(seq Seq, restores int, hash Hash) string {
	var out [headBytes]byte
	binary.BigEndian.PutUint16(out[:], uint16(min(restores, math.MaxUint16)))
	copy(out[headRestores:headRestores+headBlind], headMAC(k.blind, seq, hash[:]))
	copy(out[headRestores+headBlind:], headMAC(k.proof, seq, out[:headRestores+headBlind]))
	return hex.EncodeToString(out[:])
}

// Check reports whether text is a short head that the table's server issued for entry seq of any history, and the number of
// restores in that history. The comparison takes the same time for all texts of the right length.
func (k HeadKey) Check(seq Seq, text string) (restores int, authentic bool) {
	var in [headBytes]byte
	if len(text) != hex.EncodedLen(headBytes) {
		return 0, false
	}
	if _, err := hex.Decode(in[:], []byte(text)); err != nil || hex.EncodeToString(in[:]) != text {
		return 0, false
	}
	rest := in[headRestores+headBlind:]
	if !hmac.Equal(rest, headMAC(k.proof, seq, in[:headRestores+headBlind])[:len(rest)]) {
		return 0, false
	}
	return int(binary.BigEndian.Uint16(in[:])), true
}

func headMAC(key [32]byte, seq Seq, content []byte) []byte {
	mac := hmac.New(sha256.New, key[:])
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(seq))
	mac.Write(n[:])
	mac.Write(content)
	return mac.Sum(nil)
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
