package engine_test

import (
	"bytes"
	"testing"

	"nemeton/engine"
)

// No text changes after later ones were made, whatever their sizes are and whether they fit.
func TestArena(t *testing.T) {
	t.Parallel()
	for size := range 64 {
		memory := engine.NewArena(size)
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
