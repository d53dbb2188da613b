package hostile

import (
	"bytes"
	"compress/flate"
	"context"
	"math/rand/v2"
	"sync"
)

// bomb is a small message that decompresses to 2 MiB. It is built on first use, because that takes time.
var bomb = sync.OnceValue(func() []byte { return deflate(make([]byte, 2<<20)) })

// compressedFrames sends compressed frames, with or without the server's consent: messages, bombs, truncated streams and noise.
func (a *attacker) compressedFrames(ctx context.Context, r *rand.Rand) {
	h := a.ownHandshake(r)
	h.compress = r.IntN(2) == 0
	a.sendLoop(ctx, h, func(s *socket) error {
		switch r.IntN(16) {
		case 0:
			return s.send(compressed|textFrame, bomb())
		case 1:
			return s.send(compressed|textFrame, randomBytes(r, 1+r.IntN(1000)))
		case 2:
			short := deflate(randomMessage(r))
			return s.send(compressed|textFrame, short[:r.IntN(len(short))])
		case 3: // a frame that is not the last of its message, followed by a new message
			short := deflate(randomMessage(r))
			_, err := s.Write(append(frameHeader(compressed|textFrame, uint64(len(short))), short...))
			return err
		default:
			return s.send(compressed|textFrame, deflate(randomMessage(r)))
		}
	})
}

// deflate compresses a text for permessage-deflate (RFC 7692, 7.2.1).
func deflate(text []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		panic(err) // only for an invalid level
	}
	_, _ = w.Write(text) // a bytes.Buffer cannot fail
	_ = w.Flush()
	return bytes.TrimSuffix(out.Bytes(), []byte{0, 0, 0xff, 0xff})
}
