package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"nemeton/engine"
	"nemeton/engine/codec"
)

// Format is the version of the document. It is that of the table's chance.
const Format = engine.ChanceVersion

// Document is a finished table. Digest is the SHA-256, in hex, of the canonical JSON (RFC 8785) of the document without
// Digest. The entries form a chain; the first one covers table, title, options, commitment and contributions.
type Document struct {
	Format        int             `json:"nemetonExport"`
	Table         string          `json:"table"`
	Title         string          `json:"title"`
	CreatedAt     int64           `json:"createdAt"` // milliseconds since 1970 UTC
	Options       engine.Options  `json:"options"`
	Seats         []Seat          `json:"seats"`
	Outcome       *engine.Outcome `json:"outcome"`
	Secret        string          `json:"secret"` // hex
	Commitment    codec.Hash      `json:"commitment"`
	Contributions []string        `json:"contributions"` // hex, by seat
	Entries       []Entry         `json:"entries"`
	Head          codec.Hash      `json:"head"` // hash of the last entry
	Signature     *Signature      `json:"signature,omitempty"`
	Digest        string          `json:"digest,omitempty"`
}

// Signature is the server's signature of a document. This package does not check it.
type Signature struct {
	Key  string `json:"key"`  // that made the note, as a C2SP verifier key
	Note string `json:"note"` // C2SP signed note
}

// Seat is a seat of the table with its player.
type Seat struct {
	Seat  engine.Seat `json:"seat"`
	Color string      `json:"color"`
	Name  string      `json:"name"`            // at the start; empty if it was erased
	Bot   string      `json:"bot,omitempty"`   // level; empty for a person
	Heirs []string    `json:"heirs,omitempty"` // names of the persons after each handover; empty if erased
}

// Entry is an entry in canonical form, with its hash.
type Entry struct {
	Entry json.RawMessage `json:"entry"`
	Hash  codec.Hash      `json:"hash"`
}

// minEntry is less than the size of every Entry in a document, in bytes.
const minEntry = len(`{"entry":{},"hash":""}`) + 2*len(codec.Hash{})

// Unsigned returns the digest that the document has without a signature. A signature covers this digest.
func (d Document) Unsigned() (string, error) {
	d.Signature = nil
	return d.digest()
}

func (d Document) digest() (string, error) {
	d.Digest = ""
	spelled, err := codec.Canonical(d)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(spelled)
	return hex.EncodeToString(sum[:]), nil
}

func (d Document) Seal() ([]byte, error) {
	digest, err := d.digest()
	if err != nil {
		return nil, err
	}
	d.Digest = digest
	return codec.Canonical(d)
}

// ErrUnreadable means that the input does not claim to be an export of a known format.
var ErrUnreadable = errors.New("this is no export that the program can read")

// Read reads the output of Seal. White space and the order of members do not matter; the entries of the result are canonical.
// Errors: ErrUnreadable if the input is not one JSON object of a known format. All other errors mean that an export was changed:
// unknown, repeated and missing members, other letter case, and numbers that JSON readers understand differently could hide data.
func Read(raw []byte) (Document, error) {
	if err := checkText(raw); err != nil {
		return Document{}, err
	}
	d, err := readStrictly(raw)
	if err == nil && d.Format == Format {
		return d, nil
	}
	if unknown := recognize(raw); unknown != nil {
		return Document{}, fmt.Errorf("%w: %w", ErrUnreadable, unknown)
	}
	return Document{}, err
}

func readStrictly(raw []byte) (Document, error) {
	given, err := codec.Canonical(json.RawMessage(raw))
	if err != nil {
		return Document{}, err
	}
	var d Document
	dec := json.NewDecoder(bytes.NewReader(given))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return Document{}, err
	}
	// Entries without their members are refused before they are written, because that would take hundreds of times the memory of the input.
	if len(given) >= len(d.Entries)*minEntry {
		back, err := codec.Canonical(d)
		if err != nil {
			return Document{}, err
		}
		if bytes.Equal(back, given) {
			return d, nil
		}
	}
	return Document{}, errors.New("the members are not those of an export")
}

// recognize checks that the input is one JSON object that states a known format.
func recognize(raw []byte) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	const format = "nemetonExport"
	claims := false
	for name, value := range members {
		if name == format && string(value) != fmt.Sprint(Format) {
			return fmt.Errorf("format %.20s, want %d", value, Format)
		}
		claims = claims || strings.EqualFold(name, format)
	}
	if !claims {
		return fmt.Errorf("the member %s is missing", format)
	}
	return nil
}
