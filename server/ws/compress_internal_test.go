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

// The result depends on the message and the dictionary alone. Neither its bytes nor its length can reveal another viewer's message that
// the same compressor handled before.
func TestCompress_IndependentOfOtherMessages(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	text := sampleMessage(r)
	for _, dictionary := range [][]byte{nil, sampleMessage(r)} {
		want := compress(dictionary, text)
		for i := range 200 {
			compress(text[r.IntN(len(text)):], append(sampleMessage(r), text[:r.IntN(len(text))]...))
			if got := compress(bytes.Clone(dictionary), bytes.Clone(text)); !bytes.Equal(got, want) {
				t.Fatalf("after %d other messages: got %d bytes, want the same %d as before", i+1, len(got), len(want))
			}
		}
	}
}

// inflate decompresses a message. A deflate stream ends with a final block, which a compressed message lacks.
func inflate(compressed, dictionary []byte) ([]byte, error) {
	in := io.MultiReader(bytes.NewReader(compressed), strings.NewReader(syncMarker+"\x01\x00\x00\xff\xff"))
	return io.ReadAll(flate.NewReaderDict(in, dictionary))
}

func TestCompress_RoundTrip(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	var before []byte
	for range 300 {
		text := sampleMessage(r)
		for _, dictionary := range [][]byte{nil, before} {
			compressed := compress(dictionary, text)
			if len(compressed) == 0 || len(compressed) >= len(text) {
				t.Fatalf("got %d bytes of %d, want fewer", len(compressed), len(text))
			}
			got, err := inflate(compressed, dictionary)
			if err != nil || !bytes.Equal(got, text) {
				t.Fatalf("got %d bytes, %v; want the original %d", len(got), err, len(text))
			}
		}
		before = text
	}
}

func TestCompress_NilUnlessShorter(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 1000)
	r := rand.NewChaCha8([32]byte{})
	_, _ = r.Read(noise)
	for _, text := range [][]byte{nil, []byte(strings.Repeat("a", compressFrom-1)), noise} {
		if got := compress(nil, text); got != nil {
			t.Errorf("got %d bytes of %d, want none", len(got), len(text))
		}
	}
}
