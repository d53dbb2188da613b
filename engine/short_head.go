package engine

import (
	"crypto/hmac"
	"math"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// ShortHead is the short head of the last entry applied; empty before the start.
func (f *Fold) ShortHead(k chance.HeadKey) string {
	if f.seq == 0 {
		return ""
	}
	return k.Short(uint64(f.seq), f.Restores(), f.head)
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
func (f *Fold) CompareHead(k chance.HeadKey, seq Seq, text string, own codec.Hash) HeadMatch {
	if seq < 1 {
		return HeadUnknown
	}
	if seq == f.seq {
		own = f.head
	}
	restores, authentic := k.Check(uint64(seq), text)
	switch {
	case !authentic:
		return HeadUnknown
	case seq <= f.seq && hmac.Equal([]byte(text), []byte(k.Short(uint64(seq), f.RestoresAt(seq), own))):
		return HeadSame
	// A draw is known only if the lost history drew it with the present key. More restores now mean another key.
	case restores < min(f.Restores(), math.MaxUint16):
		return HeadReplaced
	default:
		return HeadLost
	}
}
