package table

import "sync"

// scratch is a buffer for a text of unknown size, which is then copied in its size.
type scratch struct{ b []byte }

var scratches = sync.Pool{New: func() any { return &scratch{} }}

// takeScratch returns an empty buffer.
func takeScratch() *scratch {
	s, _ := scratches.Get().(*scratch)
	s.b = s.b[:0]
	return s
}

// release gives the buffer back. No slice of it may be used afterwards.
func (s *scratch) release() { scratches.Put(s) }
