package corpus

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/export"
)

// storedGame is a recorded game as a file holds it: an export without data that follows from the rest. The hash of the
// last entry proves that all entries are restored byte by byte.
type storedGame struct {
	export.Document
	Entries []json.RawMessage `json:"entries"` // without the hash of the previous entry
}

// Write writes games in compressed form.
func Write(w io.Writer, games []export.Document) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, d := range games {
		k := storedGame{Document: d}
		k.Document.Entries = nil
		for _, e := range d.Entries {
			var members map[string]json.RawMessage
			if err := json.Unmarshal(e.Entry, &members); err != nil {
				return err
			}
			delete(members, "prev")
			raw, err := codec.Canonical(members)
			if err != nil {
				return err
			}
			k.Entries = append(k.Entries, raw)
		}
		raw, err := codec.Canonical(k)
		if err != nil {
			return err
		}
		if _, err := z.Write(append(raw, '\n')); err != nil {
			return err
		}
	}
	return z.Close()
}

// Read reads the output of Write and restores the complete exports. A changed entry is an error.
func Read(r io.Reader) ([]export.Document, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	var games []export.Document
	dec := json.NewDecoder(bufio.NewReader(z))
	for {
		var k storedGame
		switch err := dec.Decode(&k); {
		case err == io.EOF:
			return games, nil
		case err != nil:
			return nil, err
		}
		d := k.Document
		head, err := k.chain(&d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Table, err)
		}
		if head != d.Head {
			return nil, fmt.Errorf("%s: the chain ends with %s, not %s", d.Table, head, d.Head)
		}
		games = append(games, d)
	}
}

// chain restores the entries with their hashes, and returns the last hash.
func (k storedGame) chain(d *export.Document) (head codec.Hash, err error) {
	for _, raw := range k.Entries {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(raw, &members); err != nil {
			return head, err
		}
		if members["prev"], err = json.Marshal(head); err != nil {
			return head, err
		}
		restored, err := codec.Canonical(members)
		if err != nil {
			return head, err
		}
		r, err := engine.ReadRecord(restored)
		if err != nil {
			return head, err
		}
		head = r.Hash
		d.Entries = append(d.Entries, export.Entry{Entry: r.Bytes, Hash: head})
	}
	return head, nil
}
