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

// sampleMessage returns a text like an update: few distinct names, many different numbers.
func sampleMessage(r *rand.Rand) []byte {
	var b bytes.Buffer
	for range 3 + r.IntN(200) {
		fmt.Fprintf(&b, `{"op":"replace","path":"/view/fields/%d/hut","value":%d},`, r.IntN(40), r.Uint64())
	}
	return b.Bytes()
}

// The result depends on the message alone. Neither its bytes nor its length can reveal another viewer's message that the same
// compressor handled before.
func TestCompress_IndependentOfOtherMessages(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	text := sampleMessage(r)
	want := compress(text)
	for i := range 200 {
		other := append(sampleMessage(r), text[:r.IntN(len(text))]...)
		compress(other)
		if got := compress(bytes.Clone(text)); !bytes.Equal(got, want) {
			t.Fatalf("after %d other messages: got %d bytes, want the same %d as before", i+1, len(got), len(want))
		}
	}
}

func TestCompress_RoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		text := sampleMessage(r)
		compressed := compress(text)
		if len(compressed) == 0 || len(compressed) >= len(text) {
			t.Fatalf("got %d bytes of %d, want fewer", len(compressed), len(text))
		}
		// A deflate stream ends with a final block, which a compressed message lacks.
		in := io.MultiReader(bytes.NewReader(compressed), strings.NewReader(syncMarker+"\x01\x00\x00\xff\xff"))
		got, err := io.ReadAll(flate.NewReader(in))
		if err != nil || !bytes.Equal(got, text) {
			t.Fatalf("got %d bytes, %v; want the original %d", len(got), err, len(text))
		}
	}
}

func TestCompress_NilUnlessShorter(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 1000)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(noise)
	for _, text := range [][]byte{nil, []byte(strings.Repeat("a", compressFrom-1)), noise} {
		if got := compress(text); got != nil {
			t.Errorf("got %d bytes of %d, want none", len(got), len(text))
		}
	}
}

// BenchmarkCompress measures the compression of one message of typical size.
func BenchmarkCompress(b *testing.B) {
	text := sampleMessage(rand.New(rand.NewPCG(5, 6)))[:600]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		compress(text)
	}
}
