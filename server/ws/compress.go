package ws

import (
	"bytes"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
)

// packFrom is the size in bytes from which a text is worth packing.
const packFrom = 128

// flushed is how a packed text ends; it is not sent (RFC 7692, 7.2.1).
const flushed = "\x00\x00\xff\xff"

// packers wait for the next text. Each is some hundred kilobytes: there are as many as texts are packed at the same moment, and none stays with a socket.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic("ws: " + err.Error()) // the level is a good one
	}
	return w
}}

// pack deflates a text as permessage-deflate has it, with nothing of what was sent before: so all sockets share what comes out, and none needs
// memory for a window. It is nil where it would not be shorter.
func pack(plain []byte) []byte {
	if len(plain) < packFrom {
		return nil
	}
	out := bytes.NewBuffer(make([]byte, 0, len(plain)))
	w, _ := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(out)
	if _, err := w.Write(plain); err != nil {
		return nil
	}
	if w.Flush() != nil {
		return nil
	}
	packed := bytes.TrimSuffix(out.Bytes(), []byte(flushed))
	if len(packed) >= len(plain) {
		return nil
	}
	return packed
}

// packing tells whether a handshake's answer agrees on it.
func packing(extensions string) bool { return strings.HasPrefix(extensions, "permessage-deflate") }
