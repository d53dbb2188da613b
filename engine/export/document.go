package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"nemeton/engine"
)

// Format is the version of the document.
const Format = 1

// Document is a finished table. Digest is the SHA-256, in hex, of the canonical JSON (RFC 8785) of the document without
// Digest. The entries form a chain; the first one covers table, title, options, commitment and contributions. A document
// of an earlier version of the server has no signature.
type Document struct {
	Format        int             `json:"nemetonExport"`
	Table         string          `json:"table"`
	Title         string          `json:"title"`
	CreatedAt     int64           `json:"createdAt"` // milliseconds since 1970 UTC
	Options       engine.Options  `json:"options"`
	Seats         []Seat          `json:"seats"`
	Outcome       *engine.Outcome `json:"outcome"`
	Secret        string          `json:"secret"` // hex
	Commitment    engine.Hash     `json:"commitment"`
	Contributions []string        `json:"contributions"` // hex, by seat
	Entries       []Entry         `json:"entries"`
	Head          engine.Hash     `json:"head"` // hash of the last entry
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
	Name  string      `json:"name"`
}

// Entry is an entry in canonical form, with its hash.
type Entry struct {
	Entry json.RawMessage `json:"entry"`
	Hash  engine.Hash     `json:"hash"`
}

// Unsigned returns the digest that the document has without a signature. A signature covers this digest.
func (d Document) Unsigned() (string, error) {
	d.Signature = nil
	return d.digest()
}

// digest computes the correct Digest.
func (d Document) digest() (string, error) {
	d.Digest = ""
	spelled, err := engine.Canonical(d)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(spelled)
	return hex.EncodeToString(sum[:]), nil
}

// Seal returns the document with its digest, in canonical form.
func (d Document) Seal() ([]byte, error) {
	digest, err := d.digest()
	if err != nil {
		return nil, err
	}
	d.Digest = digest
	return engine.Canonical(d)
}

// Read reads the output of Seal; only white space may differ. Unknown and missing members are errors.
func Read(raw []byte) (Document, error) {
	var d Document
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return Document{}, err
	}
	if d.Format != Format {
		return Document{}, fmt.Errorf("not an export of format %d", Format)
	}
	if dec.More() {
		return Document{}, errors.New("bytes after the document")
	}
	// Another form can hide data: a repeated member, one in another letter case, a number with too many digits.
	back, err := engine.Canonical(d)
	if err != nil {
		return Document{}, err
	}
	given, err := engine.Canonical(json.RawMessage(raw))
	if err != nil {
		return Document{}, err
	}
	if !bytes.Equal(back, given) {
		return Document{}, errors.New("not written as an export is")
	}
	return d, nil
}
