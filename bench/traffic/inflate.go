package traffic

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// window is the size of deflate's window in bytes.
const window = 32 << 10

// messageEnd is the end of a message's deflate stream, which is not sent (RFC 7692, 7.2.1), and a last empty block after it.
const messageEnd = "\x00\x00\xff\xff\x01\x00\x00\xff\xff"

// decoders are idle decoders, which all viewers share.
var decoders = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// inflate decompresses the messages of one socket (permessage-deflate).
type inflate struct {
	takeover bool   // messages refer to earlier ones
	earlier  []byte // the end of the stream so far
	in       bytes.Reader
	out      bytes.Buffer
	whole    []byte
}

func newInflate(takeover bool) *inflate { return &inflate{takeover: takeover} }

// message decompresses the next message. The bytes are valid until the next call.
func (f *inflate) message(compressed []byte) ([]byte, error) {
	f.whole = append(append(f.whole[:0], compressed...), messageEnd...)
	f.in.Reset(f.whole)
	f.out.Reset()
	decoder, _ := decoders.Get().(io.ReadCloser)
	defer decoders.Put(decoder)
	resetter, _ := decoder.(flate.Resetter)
	if err := resetter.Reset(&f.in, f.earlier); err != nil {
		return nil, err
	}
	if _, err := f.out.ReadFrom(io.LimitReader(decoder, maxMessage)); err != nil {
		return nil, fmt.Errorf("decompress a message: %w", err)
	}
	plain := f.out.Bytes()
	if f.takeover {
		f.earlier = append(f.earlier, plain...)
		if extra := len(f.earlier) - window; extra > window {
			f.earlier = append(f.earlier[:0], f.earlier[extra:]...)
		}
	}
	return plain, nil
}
