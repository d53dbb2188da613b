package engine_test

import (
	"bytes"
	"testing"

	"nemeton/engine"
)

// No text changes after later ones were made, whatever their sizes are and whether they fit.
func TestArena(t *testing.T) {
	t.Parallel()
	for n := range 128 {
		size := n / 2
		memory := engine.NewArena(size)
		if n%2 == 1 {
			memory = engine.NewEndlessArena(size)
		}
		var texts, want [][]byte
		for n := range 12 {
			text := bytes.Repeat([]byte{byte('a' + n)}, n*5%13)
			want = append(want, text)
			if n%2 == 0 {
				texts = append(texts, memory.Keep(text))
				continue
			}
			texts = append(texts, memory.Return(append(memory.Take(n%4), text...))) // often longer than announced
		}
		total := 0
		for i := range texts {
			if _ = append(texts[i], "overwritten"...); !bytes.Equal(texts[i], want[i]) {
				t.Errorf("size %d, text %d: got %q, want %q", size, i, texts[i], want[i])
			}
			total += len(want[i])
		}
		for i := range texts {
			if !bytes.Equal(texts[i], want[i]) {
				t.Errorf("size %d, text %d after appends: got %q, want %q", size, i, texts[i], want[i])
			}
		}
		if memory.Len() != total {
			t.Errorf("size %d: got %d bytes, want %d", size, memory.Len(), total)
		}
	}
}

// Texts of usual sizes share memory. A long one leaves the memory to the texts after it.
func TestEndlessArena(t *testing.T) {
	t.Parallel()
	memory, free, made := engine.NewEndlessArena(1000), 0, 0
	for n := range 41 {
		if n == 15 {
			memory.Keep(make([]byte, 501))
			continue
		}
		memory.Keep(make([]byte, 100))
		left := cap(memory.Take(0))
		if left > free {
			made++
		}
		free = left
	}
	if made != 4 {
		t.Errorf("40 texts of 100 bytes took %d allocations, want 4 of 1,000 bytes", made)
	}
}
