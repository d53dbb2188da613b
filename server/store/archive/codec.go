package archive

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// An encoded log is a zstd frame. Its content begins with the number of entries and the length of the first part. The first part has the bytes of the entries, each
// with an end of line. Texts of random bytes in them are replaced by marks: the hash of the entry before, ids of commands, and other long numbers in
// hexadecimal digits. The bytes of the latter two are in the second part. Canonical JSON has no control characters, so the marks are unique.
//
// Measured with recorded games: 157 bytes an entry, and 130 to 198 by game. Without the marks it is 212.
const (
	markPrev = 1 // the hash of the entry before
	markUUID = 2 // 16 bytes of the second part, as a UUID
	markHex  = 3 // follows the number of bytes of the second part, which are written as twice as many digits
	lineEnd  = '\n'
)

const (
	minHex = 8 // bytes; shorter texts of digits stay as they are
	// sizeBase is added to the number of bytes, so that it is no end of line.
	sizeBase = 32
	maxHex   = 255 - sizeBase
	// maxLog is the maximum size of a log, in bytes. The longest possible log has 165,158 entries of 650 bytes.
	maxLog = 512 << 20
)

// The coders are made when they are first needed, because they hold megabytes.
var (
	zipper = sync.OnceValues(func() (*zstd.Encoder, error) {
		return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	})
	unzipper = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxLog))
	})
)

// encode returns the compressed form of a log.
func encode(records []engine.Record) ([]byte, error) {
	var text, random []byte
	var prev codec.Hash
	for _, r := range records {
		text, random = appendEntry(text, random, r.Bytes, prev)
		prev = r.Hash
	}
	content := binary.AppendUvarint(nil, uint64(len(records)))
	content = binary.AppendUvarint(content, uint64(len(text)))
	z, err := zipper()
	if err != nil {
		return nil, err
	}
	return z.EncodeAll(append(append(content, text...), random...), nil), nil
}

// appendEntry appends the two parts of an entry.
func appendEntry(text, random, raw []byte, prev codec.Hash) (newText, newRandom []byte) {
	for at := 0; at < len(raw); {
		if raw[at] != '"' {
			text = append(text, raw[at])
			at++
			continue
		}
		end := at + 1
		for end < len(raw) && isText(raw[end]) {
			end++
		}
		value := raw[at+1 : end]
		text = append(text, '"')
		at++
		if end == len(raw) || raw[end] != '"' || len(value) == 0 {
			continue
		}
		switch packed, kind := pack(value, prev); kind {
		case 0:
			continue
		case markHex:
			text, random = append(text, markHex, byte(len(packed)+sizeBase)), append(random, packed...)
		default:
			text, random = append(text, kind), append(random, packed...)
		}
		at = end
	}
	return append(text, lineEnd), random
}

func isText(b byte) bool { return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' || b == '-' }

// pack returns the bytes that a text stands for, and its mark; 0: it stays as it is.
func pack(value []byte, prev codec.Hash) (packed []byte, mark byte) {
	if len(value) == 36 {
		packed, err := hex.DecodeString(string(bytes.ReplaceAll(value, []byte("-"), nil)))
		if err == nil && len(packed) == 16 && bytes.Equal(appendUUID(nil, packed), value) {
			return packed, markUUID
		}
	}
	packed, err := hex.DecodeString(string(value))
	switch {
	case err != nil || len(packed) < minHex || len(packed) > maxHex:
		return nil, 0
	case bytes.Equal(packed, prev[:]):
		return nil, markPrev
	}
	return packed, markHex
}

func appendUUID(to, id []byte) []byte {
	for n, part := range [][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
		if n > 0 {
			to = append(to, '-')
		}
		to = hex.AppendEncode(to, part)
	}
	return to
}

// decode is the inverse of encode. It checks that the entries form one chain, and returns engine.ErrCorrupt if they do not.
func decode(stored []byte) (records []engine.Record, err error) {
	z, err := unzipper()
	if err != nil {
		return nil, err
	}
	content, err := z.DecodeAll(stored, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrCorrupt, err)
	}
	count, n := binary.Uvarint(content)
	size, m := binary.Uvarint(content[max(n, 0):])
	if n <= 0 || m <= 0 || size > uint64(len(content)-n-m) || count > size {
		return nil, fmt.Errorf("%w: the archived log begins wrongly", engine.ErrCorrupt)
	}
	text, random := content[n+m:n+m+int(size)], content[n+m+int(size):]
	records = make([]engine.Record, 0, count)
	var prev codec.Hash
	for line := range bytes.Lines(text) {
		raw, rest, ok := unpackEntry(line, random, prev)
		if !ok {
			return nil, fmt.Errorf("%w: the archived log is cut off", engine.ErrCorrupt)
		}
		r, err := engine.ReadRecord(raw)
		if err != nil {
			return nil, err
		}
		if r.Entry.Seq != engine.Seq(len(records)+1) || r.Entry.Prev != prev {
			return nil, fmt.Errorf("%w: entry %d does not follow", engine.ErrCorrupt, r.Entry.Seq)
		}
		records, prev, random = append(records, r), r.Hash, rest
	}
	if uint64(len(records)) != count || len(random) > 0 {
		return nil, fmt.Errorf("%w: the archived log has %d entries and %d bytes too many, want %d entries", engine.ErrCorrupt, len(records), len(random), count)
	}
	return records, nil
}

// unpackEntry returns the bytes of the entry that a line stands for, and the rest of the second part.
func unpackEntry(line, random []byte, prev codec.Hash) (raw, rest []byte, ok bool) {
	for at := 0; at < len(line); at++ {
		size, write := 16, appendUUID
		switch line[at] {
		case lineEnd:
			return raw, random, at == len(line)-1
		case markPrev:
			raw = hex.AppendEncode(raw, prev[:])
			continue
		case markUUID:
		case markHex:
			if at++; at == len(line) || line[at] < sizeBase {
				return nil, nil, false
			}
			size, write = int(line[at])-sizeBase, hex.AppendEncode
		default:
			raw = append(raw, line[at])
			continue
		}
		if size > len(random) {
			return nil, nil, false
		}
		raw, random = write(raw, random[:size]), random[size:]
	}
	return nil, nil, false
}
