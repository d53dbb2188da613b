package translog

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Checked is a log that was downloaded and checked completely.
type Checked struct {
	Size     int64            // entries
	Created  int64            // entries of created tables
	Finished int64            // entries of finished tables
	at       map[string]int64 // first index of each entry
}

// Find returns the index of an entry.
func (c Checked) Find(entry []byte) (index int64, ok bool) {
	index, ok = c.at[string(entry)]
	return index, ok
}

// The faults of logs.
var (
	ErrCheckpoint = errors.New("the checkpoint has no valid signature by a given key")
	ErrFork       = errors.New("the log is not the one that was seen before")
	ErrRoot       = errors.New("the entries do not give the root hash of the checkpoint")
)

// Check downloads a whole log. It checks the signature of its checkpoint by one of the verifier keys, and its root hash. It also checks that the log contains
// the one of an earlier checkpoint. seen is that checkpoint; empty: there is none. fetch returns the content of a path below the log's address. Check
// returns the checkpoint too, to be given as seen the next time. Errors: those above; those of fetch.
func Check(fetch func(path string) ([]byte, error), keys []string, seen []byte) (Checked, []byte, error) {
	signed, err := fetch("checkpoint")
	if err != nil {
		return Checked{}, nil, err
	}
	now, err := readCheckpoint(signed, keys)
	if err != nil {
		return Checked{}, nil, err
	}
	var before checkpoint
	if len(seen) > 0 {
		if before, err = readCheckpoint(seen, keys); err != nil {
			return Checked{}, nil, fmt.Errorf("the earlier checkpoint: %w", err)
		}
		if before.origin != now.origin || before.size > now.size {
			return Checked{}, nil, fmt.Errorf("%w: %s had %d entries, %s has %d", ErrFork, before.origin, before.size, now.origin, now.size)
		}
	}
	c, hashes, err := download(fetch, now.size)
	if err != nil {
		return Checked{}, nil, err
	}
	read := reader(func(indexes []int64) ([][32]byte, error) { return readBoth(indexes, 0, hashes, nil) })
	for _, point := range []struct {
		checkpoint
		fault error
	}{{now, ErrRoot}, {before, ErrFork}} {
		if root, err := tlog.TreeHash(point.size, read); err != nil {
			return Checked{}, nil, err
		} else if root != point.root && point.origin != "" {
			return Checked{}, nil, fmt.Errorf("%w: at %d entries", point.fault, point.size)
		}
	}
	return c, signed, nil
}

// download reads all entries and returns the hashes of their tree.
func download(fetch func(path string) ([]byte, error), size int64) (c Checked, hashes [][32]byte, err error) {
	c.at = map[string]int64{}
	for c.Size < size {
		bundle, err := fetch(entriesPath(c.Size, size))
		if err != nil {
			return c, nil, err
		}
		entries, err := splitEntries(bundle)
		if err != nil {
			return c, nil, err
		}
		if int64(len(entries)) != min(size-c.Size, tileWidth) {
			return c, nil, fmt.Errorf("%w: a tile has %d entries", ErrRoot, len(entries))
		}
		for _, entry := range entries {
			fresh, err := tlog.StoredHashes(c.Size, entry, reader(func(indexes []int64) ([][32]byte, error) { return readBoth(indexes, 0, hashes, nil) }))
			if err != nil {
				return c, nil, err
			}
			for _, h := range fresh {
				hashes = append(hashes, h)
			}
			c.add(entry)
		}
	}
	return c, hashes, nil
}

// add counts an entry.
func (c *Checked) add(entry []byte) {
	if _, twice := c.at[string(entry)]; !twice {
		c.at[string(entry)] = c.Size
	}
	switch kind, _, _ := strings.Cut(string(entry), " "); kind {
	case "created":
		c.Created++
	case "finished":
		c.Finished++
	}
	c.Size++
}

// checkpoint is the text of a signed checkpoint.
type checkpoint struct {
	origin string
	size   int64
	root   tlog.Hash
}

// readCheckpoint reads a checkpoint that one of the keys signed.
func readCheckpoint(signed []byte, keys []string) (p checkpoint, err error) {
	verifiers := make([]note.Verifier, len(keys))
	for i, key := range keys {
		if verifiers[i], err = note.NewVerifier(key); err != nil {
			return p, err
		}
	}
	opened, err := note.Open(signed, note.VerifierList(verifiers...))
	if err != nil {
		return p, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 {
		return p, fmt.Errorf("%w: it has %d lines", ErrCheckpoint, len(lines)-1)
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, errRoot := base64.StdEncoding.DecodeString(lines[2])
	if err = errors.Join(err, errRoot); err != nil || len(root) != len(p.root) || size < 0 {
		return p, fmt.Errorf("%w: it cannot be read", ErrCheckpoint)
	}
	p = checkpoint{origin: lines[0], size: size, root: tlog.Hash(root)}
	if p.origin != opened.Sigs[0].Name || checkpointText(p.origin, p.size, p.root) != opened.Text {
		return p, fmt.Errorf("%w: it cannot be read", ErrCheckpoint)
	}
	return p, nil
}
