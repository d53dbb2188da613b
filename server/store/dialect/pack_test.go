package dialect_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/server/store/dialect"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

const (
	packedHash = "5133ba2dd73f5371ba2988413473d1b44c0085a6fd1e75d5a20f3840fb86ac44"
	packedUUID = "16936e00-8b34-4bca-bc3b-d14a0fd48b84"
)

func TestPack(t *testing.T) {
	t.Parallel()
	for text, saved := range map[string]int{
		``:                                       -1, // the end of line
		`{}`:                                     -1,
		`{"hash":"` + packedHash:                 -1, // no end of the text
		`"` + packedHash + `"`:                   64 - 32 - 3,
		`"` + packedUUID + `"`:                   36 - 16 - 2,
		`"` + packedHash[:16] + `"`:              16 - 8 - 3,
		`"` + packedHash[:14] + `"`:              -1,
		`"` + packedHash[:17] + `"`:              -1,
		`"` + packedHash + `g"`:                  -1,
		`"0123456789abcdef-12345"`:               -1,
		`"16936e008-b34-4bca-bc3b-d14a0fd48b84"`: -1, // a hyphen too late
		`"16936e00-8b34-4bca-bc3b-d14a0fd48b8-"`: -1,
		`"16936E00-8B34-4BCA-BC3B-D14A0FD48B84"`: -1,
		`"` + strings.Repeat("00", 32) + `"`:     64 - 2, // no hash before the first one
		`"` + strings.Repeat("ab", 223) + `"`:    223 - 3,
		`"` + strings.Repeat("ab", 224) + `"`:    -1,
		`{"a":"` + packedUUID + `","` + packedHash + `":["` + packedHash + `"]}`: 36 + 64 + 64 - 16 - 32 - 32 - 1 - 2 - 2 - 1,
	} {
		packed := dialect.Pack([]byte("before"), []byte(text))
		rest, ok := bytes.CutPrefix(packed, []byte("before"))
		got, err := dialect.Unpack(rest)
		if !ok || err != nil || string(got) != text || len(text)-len(rest) != saved {
			t.Errorf("%s: got %s back, %v, and %d bytes saved, want %d", text, got, err, len(text)-len(rest), saved)
		}
	}
}

// Databases of earlier versions have entries that are not packed.
func TestUnpack_Plain(t *testing.T) {
	t.Parallel()
	raw := `{"command":"` + packedUUID + `"}`
	expect.Equal(t, string(must.Return(dialect.Unpack([]byte(raw)))(t)), raw)
}

// Bytes that Pack does not write are a damaged entry, or another one, which the hash tells apart.
func TestUnpack_Damaged(t *testing.T) {
	t.Parallel()
	raw := `{"command":"` + packedUUID + `","prev":"` + packedHash + `","seat":1}`
	packed := dialect.Pack(nil, []byte(raw))
	for n := range packed {
		if got, err := dialect.Unpack(packed[:n]); string(got) == raw || err != nil && !errors.Is(err, engine.ErrCorrupt) {
			t.Errorf("the first %d of %d bytes: got %s, %v, want damage or another entry", n, len(packed), got, err)
		}
		for bit := range 8 {
			changed := bytes.Clone(packed)
			changed[n] ^= 1 << bit
			if got, err := dialect.Unpack(changed); string(got) == raw || err != nil && !errors.Is(err, engine.ErrCorrupt) {
				t.Errorf("bit %d of byte %d changed: got %s, %v, want damage or another entry", bit, n, got, err)
			}
		}
	}
	for name, stored := range map[string]string{"too long": string(packed) + "x", "a size without a mark": "\x03\x02\n", "a size that is too large": "\x03\x29\n12345678", "a mark at the end": "\x03\n"} {
		if got, err := dialect.Unpack([]byte(stored)); !errors.Is(err, engine.ErrCorrupt) {
			t.Errorf("%s: got %s, %v, want damage", name, got, err)
		}
	}
}
