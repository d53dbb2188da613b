package ws

import (
	"bytes"
	"sync"

	"github.com/klauspost/compress/flate"
)

// compressFrom is the size in bytes from which messages are compressed.
const compressFrom = 128

// syncMarker is the end of a flushed deflate stream. It is not sent (RFC 7692, 7.2.1).
const syncMarker = "\x00\x00\xff\xff"

// compressors are idle compressors, of several hundred kilobytes each. Pooling keeps as many as work at the same moment, instead of
// one per socket.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic("ws: " + err.Error()) // the level is valid
	}
	return w
}}

// compress deflates a message for permessage-deflate without context takeover. The result does not depend on other messages, so all
// sockets share it and none needs memory for a window. It is nil if it would not be shorter.
//
// Measured: 276 bytes per move and viewer on the wire instead of 608, for up to a quarter more processor time of the server.
func compress(plain []byte) []byte {
	if len(plain) < compressFrom {
		return nil
	}
	out := bytes.NewBuffer(make([]byte, 0, len(plain)))
	w, _ := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	w.Reset(out)
	if _, err := w.Write(plain); err != nil {
		return nil
	}
	if w.Flush() != nil {
		return nil
	}
	compressed := bytes.TrimSuffix(out.Bytes(), []byte(syncMarker))
	if len(compressed) >= len(plain) {
		return nil
	}
	return compressed
}
