package table

import "sync"

// EncodedMessage is one encoded message. All sockets that receive it share it, so its bytes must not be changed.
type EncodedMessage struct {
	plain      []byte
	compress   sync.Once
	compressed []byte
}

func newEncodedMessage(plain []byte) *EncodedMessage { return &EncodedMessage{plain: plain} }

// Plain is the JSON of the message.
func (m *EncodedMessage) Plain() []byte { return m.plain }

// Compressed is the result of compress for the message. It is computed once for all sockets, so all callers must pass the same function.
func (m *EncodedMessage) Compressed(compress func(plain []byte) []byte) []byte {
	m.compress.Do(func() { m.compressed = compress(m.plain) })
	return m.compressed
}

// size is the number of bytes that the message counts for in a queue.
func (m *EncodedMessage) size() int { return len(m.plain) }
