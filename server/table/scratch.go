package table

import (
	"sync"

	"nemeton/engine"
)

// scratch is a buffer for a text of unknown size, which is then copied in its size, and memory for the view to encode.
type scratch struct {
	b    []byte
	work engine.Workspace
}

var scratches = sync.Pool{New: func() any { return &scratch{} }}

// takeScratch returns an empty buffer.
func takeScratch() *scratch {
	s, _ := scratches.Get().(*scratch)
	s.b = s.b[:0]
	return s
}

// release gives the buffer back. No slice of it may be used afterwards.
func (s *scratch) release() { scratches.Put(s) }
