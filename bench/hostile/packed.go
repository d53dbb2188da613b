package hostile

import (
	"bytes"
	"compress/flate"
	"context"
	"math/rand/v2"
	"sync"
)

// bomb is a small frame that would be some megabytes unpacked. It is made when first wanted: whoever starts a server has no use for it.
var bomb = sync.OnceValue(func() []byte { return deflate(make([]byte, 8<<20)) })

// compressedFrames sends packed frames where the server agreed to them, and where it did not: messages, bombs, streams that break off, and noise.
func (a *attacker) compressedFrames(ctx context.Context, r *rand.Rand) {
	a.sendLoop(ctx, a.ownTable, func(s *socket) error {
		switch r.IntN(16) {
		case 0:
			return s.send(compressed|textFrame, bomb())
		case 1:
			return s.send(compressed|textFrame, randomBytes(r, 1+r.IntN(1000)))
		case 2:
			short := deflate(randomMessage(r))
			return s.send(compressed|textFrame, short[:r.IntN(len(short))])
		case 3: // a part of a message that is not its last; the next one begins in its midst
			short := deflate(randomMessage(r))
			_, err := s.Write(append(frameHeader(compressed|textFrame, uint64(len(short))), short...))
			return err
		default:
			return s.send(compressed|textFrame, deflate(randomMessage(r)))
		}
	})
}

// deflate packs a text as permessage-deflate wants it (RFC 7692, 7.2.1).
func deflate(text []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one there is
	}
	_, _ = w.Write(text) // into memory
	_ = w.Flush()
	return bytes.TrimSuffix(out.Bytes(), []byte{0, 0, 0xff, 0xff})
}
