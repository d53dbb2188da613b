package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"nemeton/server/store"
)

// position is how far a database has got.
type position struct {
	epoch   int64 // of the database; a restored or another database has another one
	entries int64 // largest n of an entry
	changes int64 // number of other transactions
}

// mark is the file PATH.mark. It holds the position of the database after the last commit. Every commit is in the write-ahead log first, so a database
// that is behind its mark has lost acknowledged changes. That happens if PATH-wal is deleted after the process was killed.
//
// The file is not synced, because a sync would cost as much as a commit. After a crash of the machine it may be older than the database, which is
// no loss. If it cannot be written, a loss is not noticed, but nothing else depends on it.
type mark struct {
	mu   sync.Mutex // guards the fields below
	file *os.File
	at   position
}

// The file holds markMagic, the three numbers of the position and their checksum, all in big-endian order.
const (
	markMagic = "nemeton\x01"
	markSize  = len(markMagic) + 3*8 + 4
)

// openMark opens or creates the file and reads it. The position is zero if the file is new or unreadable.
func openMark(path string) (*mark, error) {
	f, err := os.OpenFile(path+".mark", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	m, raw := &mark{file: f}, make([]byte, markSize)
	if n, err := f.ReadAt(raw, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.Join(fmt.Errorf("%w: %w", store.ErrUnavailable, err), f.Close())
	} else if at, ok := parseMark(raw[:n]); ok {
		m.at = at
	}
	return m, nil
}

func parseMark(raw []byte) (at position, ok bool) {
	if len(raw) != markSize {
		return position{}, false
	}
	number := func(n int) int64 { return int64(binary.BigEndian.Uint64(raw[len(markMagic)+8*n:])) }
	at = position{epoch: number(0), entries: number(1), changes: number(2)}
	if [markSize]byte(raw) != at.encode() {
		return position{}, false
	}
	return at, true
}

func (p position) encode() (raw [markSize]byte) {
	b := append(raw[:0], markMagic...)
	for _, n := range []int64{p.epoch, p.entries, p.changes} {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	binary.BigEndian.PutUint32(raw[len(b):], crc32.ChecksumIEEE(b))
	return raw
}

// missing returns the number of changes by which a database at that position is behind the mark; 0 if the mark is of another database.
func (m *mark) missing(at position) int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at.epoch != at.epoch {
		return 0
	}
	return max(m.at.entries-at.entries, 0) + max(m.at.changes-at.changes, 0)
}

func (m *mark) set(at position) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at = at
	if err := m.write(); err != nil {
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return nil
}

func (m *mark) note(entries, changes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at.entries, m.at.changes = max(m.at.entries, entries), max(m.at.changes, changes)
	_ = m.write()
}

func (m *mark) write() error {
	raw := m.at.encode()
	_, err := m.file.WriteAt(raw[:], 0)
	return err
}

func (m *mark) close() error {
	if m == nil {
		return nil
	}
	return m.file.Close()
}
