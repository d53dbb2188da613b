package hostile

import (
	"bytes"
	"compress/flate"
	"context"
	"math/rand/v2"
	"sync"
)

// bomb is a small frame that would be some megabytes unpacked. It is made when first wanted: whoever starts a server has no use for it.
var bomb = sync.OnceValue(func() []byte { return pack(make([]byte, 8<<20)) })

// squeeze sends packed frames where the server agreed to them, and where it did not: messages, bombs, streams that break off, and noise.
func (a *attacker) squeeze(ctx context.Context, r *rand.Rand) {
	a.frames(ctx, a.own, func(s *socket) error {
		switch r.IntN(16) {
		case 0:
			return s.send(packed|text, bomb())
		case 1:
			return s.send(packed|text, noise(r, 1+r.IntN(1000)))
		case 2:
			short := pack(message(r))
			return s.send(packed|text, short[:r.IntN(len(short))])
		case 3: // a part of a message that is not its last; the next one begins in its midst
			short := pack(message(r))
			_, err := s.Write(append(head(packed|text, uint64(len(short))), short...))
			return err
		default:
			return s.send(packed|text, pack(message(r)))
		}
	})
}

// pack packs a text as permessage-deflate wants it (RFC 7692, 7.2.1).
func pack(text []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one there is
	}
	_, _ = w.Write(text) // into memory
	_ = w.Flush()
	return bytes.TrimSuffix(out.Bytes(), []byte{0, 0, 0xff, 0xff})
}
