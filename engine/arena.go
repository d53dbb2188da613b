package engine

// Arena is memory for texts that are made and kept together. It never uses memory twice, so texts from it stay as they are. The zero value is
// empty and allocates each text. It is not safe for concurrent use.
type Arena struct {
	free  []byte // without content
	given int
	more  int // bytes to allocate at once when the memory is used up; 0: each text alone
}

// NewArena returns an arena with memory for so many bytes.
func NewArena(size int) Arena { return Arena{free: make([]byte, 0, size)} }

// NewEndlessArena returns an arena that allocates so many bytes at a time.
func NewEndlessArena(size int) Arena { return Arena{more: size} }

// Len is the number of bytes of all texts.
func (a *Arena) Len() int { return a.given }

// Keep returns a copy of text.
func (a *Arena) Keep(text []byte) []byte { return a.Return(append(a.Take(len(text)), text...)) }

// Take returns an empty text to append so many bytes to. The caller must pass the result to Return before it takes or keeps another text.
func (a *Arena) Take(size int) []byte {
	if size > cap(a.free) {
		if size > a.more/2 { // do not give up the free memory for one long text
			return make([]byte, 0, size)
		}
		a.free = make([]byte, 0, a.more)
	}
	return a.free
}

// Return ends the text from Take. Nothing can be appended to the result in place.
func (a *Arena) Return(text []byte) []byte {
	a.given += len(text)
	if n := len(text); n > 0 && cap(a.free) > 0 && &text[0] == &a.free[:1][0] {
		a.free = a.free[n:n]
	}
	return text[:len(text):len(text)]
}
