package table

import "sync"

// Text is a spelled frame. All sockets that it goes to share it: it must not be written to.
type Text struct {
	plain  []byte
	pack   sync.Once
	packed []byte
}

func newText(plain []byte) *Text { return &Text{plain: plain} }

// Plain is the text as it was spelled.
func (t *Text) Plain() []byte { return t.plain }

// Packed is what pack makes of the text. It is made once for all sockets, so that each must bring the same pack.
func (t *Text) Packed(pack func(plain []byte) []byte) []byte {
	t.pack.Do(func() { t.packed = pack(t.plain) })
	return t.packed
}

// size is what it takes in a queue, in bytes.
func (t *Text) size() int { return len(t.plain) }
