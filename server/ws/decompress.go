package ws

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// lastBlock is an empty final block, which ends a deflate stream.
const lastBlock = "\x01\x00\x00\xff\xff"

// decompressors are idle decompressors.
var decompressors = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// decompress inflates a message of permessage-deflate without context takeover. Errors: violation.
func decompress(compressed []byte) ([]byte, error) {
	d, _ := decompressors.Get().(io.ReadCloser)
	defer decompressors.Put(d)
	in := bytes.NewReader(append(compressed, syncMarker+lastBlock...))
	if r, ok := d.(flate.Resetter); !ok || r.Reset(in, nil) != nil {
		return nil, violation{closeInvalidData}
	}
	message, err := io.ReadAll(io.LimitReader(d, readLimit+1))
	switch {
	case err != nil:
		return nil, violation{closeInvalidData}
	case len(message) > readLimit:
		return nil, violation{closeTooBig}
	}
	return message, nil
}
