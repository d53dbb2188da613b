package table

import "sync"

// EncodedMessage is a spelled frame. All sockets that it goes to share it: it must not be written to.
type EncodedMessage struct {
	plain      []byte
	compress   sync.Once
	compressed []byte
}

func newEncodedMessage(plain []byte) *EncodedMessage { return &EncodedMessage{plain: plain} }

// Plain is the text as it was spelled.
func (t *EncodedMessage) Plain() []byte { return t.plain }

// Compressed is what pack makes of the text. It is made once for all sockets, so that each must bring the same pack.
func (t *EncodedMessage) Compressed(pack func(plain []byte) []byte) []byte {
	t.compress.Do(func() { t.compressed = pack(t.plain) })
	return t.compressed
}

// size is what it takes in a queue, in bytes.
func (t *EncodedMessage) size() int { return len(t.plain) }
