package ws

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
)

// words are texts like frames: the same names again and again, other figures.
func words(r *rand.Rand) []byte {
	var b bytes.Buffer
	for range 3 + r.IntN(200) {
		fmt.Fprintf(&b, `{"op":"replace","path":"/view/fields/%d/hut","value":%d},`, r.IntN(40), r.Uint64())
	}
	return b.Bytes()
}

// What comes out depends on the text alone: nothing of another viewer's text, packed by the same packer before, can show in it, be it in
// its bytes or in its length.
func TestPack_KnowsNothingOfOthers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	text := words(r)
	want := pack(text)
	for i := range 200 {
		other := append(words(r), text[:r.IntN(len(text))]...)
		pack(other)
		if got := pack(bytes.Clone(text)); !bytes.Equal(got, want) {
			t.Fatalf("after %d other texts: got %d bytes, want the same %d as before", i+1, len(got), len(want))
		}
	}
}

func TestPack_Unpacks(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		text := words(r)
		packed := pack(text)
		if len(packed) == 0 || len(packed) >= len(text) {
			t.Fatalf("got %d bytes of %d, want fewer", len(packed), len(text))
		}
		// The last block of the stream ends it; a packed text has none.
		in := io.MultiReader(bytes.NewReader(packed), strings.NewReader(flushed+"\x01\x00\x00\xff\xff"))
		got, err := io.ReadAll(flate.NewReader(in))
		if err != nil || !bytes.Equal(got, text) {
			t.Fatalf("got %d bytes, %v; want the %d that were packed", len(got), err, len(text))
		}
	}
}

func TestPack_OnlyWhatGetsShorter(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 1000)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(noise)
	for _, text := range [][]byte{nil, []byte(strings.Repeat("a", packFrom-1)), noise} {
		if got := pack(text); got != nil {
			t.Errorf("got %d bytes of %d, want none", len(got), len(text))
		}
	}
}

// BenchmarkPack is what a packed frame costs; see docs/performance.md.
func BenchmarkPack(b *testing.B) {
	text := words(rand.New(rand.NewPCG(5, 6)))[:600]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		pack(text)
	}
}
