package engine

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	KindStart  Kind = "start" // the first entry of every log
	KindMove   Kind = "move"  // the answer to a decision
	KindSystem Kind = "frame" // the table's own: take-back, leaving, returning
)

// EntryFormat is the version of the entry's encoding.
const EntryFormat = 2

// Entry is one accepted command with all its consequences. It never holds a player's name or id.
type Entry struct {
	Format   int             `json:"format"`
	Seq      Seq             `json:"seq"`
	Prev     codec.Hash      `json:"prev"`  // hash of the previous entry; zeros in the first
	Rules    int             `json:"rules"` // the rules version that decided it
	Kind     Kind            `json:"kind"`
	Seat     Seat            `json:"seat"` // NoSeat for the start
	Actor    Actor           `json:"actor"`
	Command  string          `json:"command"`  // the client's id; empty for the start
	Decision DecisionID      `json:"decision"` // empty unless Kind is KindMove
	Move     json.RawMessage `json:"move"`     // canonical; null unless Kind is KindMove
	Draws    []chance.Draw   `json:"draws"`
	Events   []Stored        `json:"events"`
	Time     int64           `json:"time"`          // milliseconds since 1970 UTC
	Salt     codec.Optional  `json:"salt,omitzero"` // blinds the hash
	Proof    *Proof          `json:"proof,omitempty"`
	Voids    []Void          `json:"voids,omitempty"` // reveals that earlier refused commands spent
}

// Record is an entry with its stored bytes and their hash.
type Record struct {
	Entry Entry
	Bytes []byte // canonical JSON of Entry
	Hash  codec.Hash
	// events are those of the entry, as Decide made them. They are nil for a record that was read.
	events []Event
}

func (r Record) Equal(o Record) bool { return r.Hash == o.Hash && bytes.Equal(r.Bytes, o.Bytes) }

// NewRecord encodes an entry canonically and hashes it.
func NewRecord(e Entry) (Record, error) {
	e.complete()
	raw, err := codec.Canonical(e)
	if err != nil {
		return Record{}, fmt.Errorf("encode entry %d: %w", e.Seq, err)
	}
	return Record{Entry: e, Bytes: raw, Hash: sha256.Sum256(raw)}, nil
}

func (e *Entry) complete() {
	if e.Draws == nil {
		e.Draws = []chance.Draw{}
	}
	if e.Events == nil {
		e.Events = []Stored{}
	}
	if e.Move == nil {
		e.Move = json.RawMessage("null")
	}
}

func (e *Entry) isComplete() bool { return e.Draws != nil && e.Events != nil && e.Move != nil }

// decidedRecord is NewRecord for an entry with these events, whose parts are in canonical form already.
func decidedRecord(e Entry, events []Event) Record {
	e.complete()
	size := 512 + len(e.Move)
	for _, s := range e.Events {
		size += 64 + len(s.Data)
	}
	raw := e.appendCanonical(make([]byte, 0, size))
	return Record{Entry: e, Bytes: raw, Hash: sha256.Sum256(raw), events: events}
}

// ErrCorrupt means that a stored log differs from the log that was written.
var ErrCorrupt = errors.New("the log is damaged")

// ReadRecord reads the stored bytes of an entry. Bytes that this program would not have written are ErrCorrupt.
func ReadRecord(raw []byte) (Record, error) {
	own := bytes.Clone(raw) // the entry's parts are parts of it
	if e, ok := codec.DecodeCanonical[Entry](own); ok && e.isComplete() {
		return Record{Entry: e, Bytes: own, Hash: sha256.Sum256(own)}, e.checkFormat()
	}
	return readRecord(raw)
}

func readRecord(raw []byte) (Record, error) {
	var e Entry
	if err := json.Unmarshal(raw, &e); err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if err := e.checkFormat(); err != nil {
		return Record{}, err
	}
	r, err := NewRecord(e)
	if err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if !bytes.Equal(r.Bytes, raw) {
		return Record{}, fmt.Errorf("%w: entry %d is not in canonical form", ErrCorrupt, e.Seq)
	}
	return r, nil
}

// checkFormat checks the version of the encoding, and that the entry is salted.
func (e Entry) checkFormat() error {
	switch {
	case e.Format != EntryFormat:
		return fmt.Errorf("%w: entry format %d", ErrCorrupt, e.Format)
	case e.Salt == codec.Optional{}:
		return fmt.Errorf("%w: entry %d has no salt", ErrCorrupt, e.Seq)
	}
	return nil
}

// Salted is the record with the salt of its table. Error: the record has a salt already.
func (r Record) Salted(secret chance.Secret, table string) (Record, error) {
	// The members after "salt" hold no text, and the voids among them have a "seat" but no "seq". So the last "seq" is the entry's own, and
	// the "seat" before it too.
	seq := max(bytes.LastIndex(r.Bytes, []byte(`"seq":`)), 0)
	at := bytes.LastIndex(r.Bytes[:seq], []byte(`"seat":`))
	if at < 0 || r.Entry.Salt != (codec.Optional{}) {
		return Record{}, fmt.Errorf("entry %d cannot be salted", r.Entry.Seq)
	}
	r.Entry.Salt = secret.Salt(table, uint64(r.Entry.Seq))
	salted := append(make([]byte, 0, len(r.Bytes)+len(`"salt":"",`)+2*len(r.Entry.Salt)), r.Bytes[:at]...)
	salted = append(r.Entry.Salt.AppendCanonical(append(salted, `"salt":`...)), ',')
	salted = append(salted, r.Bytes[at:]...)
	r.Bytes, r.Hash = salted, sha256.Sum256(salted)
	return r, nil
}
