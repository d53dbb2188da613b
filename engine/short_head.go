package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
)

// HeadKey makes and checks the short heads of one table. A short head identifies the history up to one entry. It helps nobody to test
// guesses about hidden facts, because it is blinded: with the secret in version 1, by the salts of the entries in version 2.
//
// A short head has three parts, in lower-case hex:
//
//   - the number of restores up to the entry, in 2 bytes, which all viewers know anyway;
//   - the history: in version 1 the first 7 bytes of HMAC-SHA-256(blind, seq || hash), in version 2 the first 16 bytes of the entry's hash;
//   - the origin: in version 1 the first 7 bytes of HMAC-SHA-256(proof, seq || the other two parts). In version 2 it is the first 6 bytes
//     of HMAC-SHA-256(secret, "nemeton 2 head", table, seq, restores, history), encoded as in digest.
//
// Seq has 8 bytes. Numbers are big-endian. blind and proof are HMAC-SHA-256, keyed by the secret, of "nemeton head 1" and
// "nemeton head proof 1", a zero byte and the table's id. These constructions are final because clients keep short heads, and can
// recompute them after the end.
//
// The origin lets the server recognize a head that it issued for an entry it no longer has. Such a head is evidence of a cut
// history that no client can forge.
type HeadKey struct {
	version ChanceVersion
	table   string
	secret  Secret   // version 2
	blind   [32]byte // version 1, like proof
	proof   [32]byte
}

// headRestores is the length of a short head's first part, in bytes.
const headRestores = 2

// The lengths of the other parts, in bytes. In version 2 the history is longer, because devices sign it: nobody can make two histories with
// equal short heads.
const (
	headHistory1, headOrigin1 = 7, 7
	headHistory2, headOrigin2 = 16, 6
)

// HeadKey derives the key for the short heads of the secret's table.
func (s Secret) HeadKey(v ChanceVersion, table string) HeadKey {
	if v == ChancePool {
		return HeadKey{version: v, table: table, secret: s}
	}
	derive := func(domain string) (k [32]byte) {
		mac := hmac.New(sha256.New, s[:])
		mac.Write([]byte(domain + "\x00" + table))
		mac.Sum(k[:0])
		return k
	}
	return HeadKey{version: v, blind: derive("nemeton head 1"), proof: derive("nemeton head proof 1")}
}

// sizes are the lengths of history and origin, in bytes.
func (k HeadKey) sizes() (history, origin int) {
	if k.version == ChancePool {
		return headHistory2, headOrigin2
	}
	return headHistory1, headOrigin1
}

// appendHistory appends the second part of the short head of entry seq.
func (k HeadKey) appendHistory(b []byte, seq Seq, hash Hash) []byte {
	if k.version == ChancePool {
		return append(b, hash[:headHistory2]...)
	}
	return append(b, headMAC(k.blind, seq, string(hash[:]))[:headHistory1]...)
}

// appendOrigin appends the third part of a short head. first are the other two.
func (k HeadKey) appendOrigin(b []byte, seq Seq, first []byte) []byte {
	if k.version == ChancePool {
		sum := authenticate(k.secret[:], "nemeton 2 head", []byte(k.table), bytes8(uint64(seq)), first[:headRestores], first[headRestores:])
		return append(b, sum[:headOrigin2]...)
	}
	return append(b, headMAC(k.proof, seq, string(first))[:headOrigin1]...)
}

// Short is the short head of entry seq with the given hash. restores is the number of restores up to the entry; numbers above
// 65535 count as 65535.
func (k HeadKey) Short(seq Seq, restores int, hash Hash) string {
	var buffer [headRestores + headHistory2 + headOrigin2]byte
	first := binary.BigEndian.AppendUint16(buffer[:0], uint16(min(restores, math.MaxUint16)))
	first = k.appendHistory(first, seq, hash)
	var text [2 * len(buffer)]byte
	return string(hex.AppendEncode(text[:0], k.appendOrigin(first, seq, first)))
}

// Check reports whether text is a short head that the table's server issued for entry seq of any history, and the number of
// restores in that history. The comparison takes the same time for all texts of the right length.
func (k HeadKey) Check(seq Seq, text string) (restores int, authentic bool) {
	history, origin := k.sizes()
	in, err := hex.DecodeString(text)
	if err != nil || len(in) != headRestores+history+origin || hex.EncodeToString(in) != text {
		return 0, false
	}
	first := in[:headRestores+history]
	if !hmac.Equal(in[len(first):], k.appendOrigin(nil, seq, first)) {
		return 0, false
	}
	return int(binary.BigEndian.Uint16(in)), true
}

// headMAC takes its content as a string, so that the buffers of the callers stay on the stack.
func headMAC(key [32]byte, seq Seq, content string) []byte {
	mac := hmac.New(sha256.New, key[:])
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(seq))
	mac.Write(n[:])
	mac.Write([]byte(content))
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
