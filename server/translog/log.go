package translog

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"nemeton/server/notary"
	"nemeton/server/store"
)

const (
	// batchSize is the maximum number of facts in a transaction.
	batchSize = 256
	// maxBatches is the maximum number of transactions for one checkpoint. The next checkpoint continues.
	maxBatches = 8
)

// Entry returns the entry of a fact: its kind, and a hash that only people who know the table and the value can compute.
func Entry(f store.LogFact) []byte {
	kind := "created"
	switch f.Kind {
	case store.LogFinished:
		kind = "finished"
	case store.LogChanged:
		kind = "changed"
	}
	h := sha256.New()
	h.Write([]byte("nemeton log 1\x00" + kind + "\x00" + string(f.Table) + "\x00"))
	h.Write(f.Value[:])
	return []byte(kind + " " + hex.EncodeToString(h.Sum(nil)))
}

// Log is the log of a store.
type Log struct{ store store.Transparency }

// New returns the log of a store.
func New(s store.Transparency) *Log { return &Log{s} }

// Checkpoint moves queued facts to the log and returns its signed checkpoint (https://c2sp.org/tlog-checkpoint), and the number of moved facts. Its origin is the
// name of the server.
func (l *Log) Checkpoint(ctx context.Context, key notary.Key) (signed string, grown int, err error) {
	for range maxBatches {
		n, err := l.store.GrowLog(ctx, batchSize, grow)
		if err != nil {
			return "", grown, err
		}
		if grown += n; n < batchSize {
			break
		}
	}
	size, err := l.store.LogSize(ctx)
	if err != nil {
		return "", grown, err
	}
	root, err := tlog.TreeHash(size, l.hashes(ctx))
	if err != nil {
		return "", grown, err
	}
	signed, err = key.Sign(checkpointText(key.Name(), size, root))
	return signed, grown, err
}

// checkpointText returns the text of a checkpoint.
func checkpointText(origin string, size int64, root tlog.Hash) string {
	return fmt.Sprintf("%s\n%d\n%s\n", origin, size, base64.StdEncoding.EncodeToString(root[:]))
}

// hashes returns the reader of the stored hashes.
func (l *Log) hashes(ctx context.Context) tlog.HashReader {
	return reader(func(indexes []int64) ([][32]byte, error) { return l.store.LogHashes(ctx, indexes) })
}

// reader turns a reader of a store into one of package tlog.
func reader(read store.HashReader) tlog.HashReader {
	return tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		if len(indexes) == 0 {
			return nil, nil
		}
		found, err := read(indexes)
		list := make([]tlog.Hash, len(found))
		for i := range found {
			list[i] = found[i]
		}
		return list, err
	})
}

// grow is a store.LogTree.
func grow(size int64, facts []store.LogFact, stored store.HashReader) (entries [][]byte, added [][32]byte, err error) {
	first := tlog.StoredHashCount(size)
	read := reader(func(indexes []int64) ([][32]byte, error) { return readBoth(indexes, first, added, stored) })
	for i, f := range facts {
		entry := Entry(f)
		fresh, err := tlog.StoredHashes(size+int64(i), entry, read)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, entry)
		for _, h := range fresh {
			added = append(added, h)
		}
	}
	return entries, added, nil
}

// readBoth reads hashes of which those from index first on are not stored yet.
func readBoth(indexes []int64, first int64, added [][32]byte, stored store.HashReader) ([][32]byte, error) {
	list := make([][32]byte, len(indexes))
	var old []int64
	for i, n := range indexes {
		if n >= first {
			list[i] = added[n-first]
		} else {
			old = append(old, n)
		}
	}
	if len(old) == 0 {
		return list, nil
	}
	found, err := stored(old)
	if err != nil {
		return nil, err
	}
	for i, n := range indexes {
		if n < first {
			list[i], found = found[0], found[1:]
		}
	}
	return list, nil
}
