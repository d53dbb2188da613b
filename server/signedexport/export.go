package signedexport

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/server/store"
)

// exportText returns the text of the note that signs an export. digest is that of the document without a signature.
func exportText(table, digest string, head codec.Hash) string {
	return fmt.Sprintf("nemeton export 1\n%s\n%s\n%s\n", table, digest, hex.EncodeToString(head[:]))
}

// SignExport returns the signature of an export. It implements table.Signer. The same arguments give the same signature.
func (k Key) SignExport(table store.TableID, digest string, head codec.Hash) (*export.Signature, error) {
	signed, err := k.Sign(exportText(string(table), digest, head))
	if err != nil {
		return nil, err
	}
	return &export.Signature{Key: k.Verifier, Note: signed}, nil
}

// Checked is the result of a check of a document's signature.
type Checked struct {
	Key     string `json:"key,omitempty"` // verifier key that made a correct signature; empty: the document is not signed
	Trusted bool   `json:"trusted"`       // the key is one of the given ones
}

// The faults of signatures.
var (
	ErrUnsigned  = errors.New("the export is not signed")
	ErrUntrusted = errors.New("the export is signed with another key")
	ErrWrongText = errors.New("the signature belongs to another export")
	ErrWrongKey  = errors.New("not a verifier key as this program writes it")
	ErrWrongNote = errors.New("the signature was not made with its key, or it was changed")
)

// CheckKeys returns ErrWrongKey if one of the keys is no verifier key of Ed25519.
func CheckKeys(keys []string) error {
	for _, key := range keys {
		if _, err := newVerifier(key); err != nil {
			return fmt.Errorf("%w: %q", err, key)
		}
	}
	return nil
}

// CheckExport checks the signature of a document. trusted are the verifier keys that the caller trusts. If there are none, the signature only has
// to fit the document and its own key, which proves nothing about the signer. A document without a signature is ErrUnsigned if there are trusted keys. The
// other digests of the document are not checked here; see export.Check. Errors: those above.
func CheckExport(doc export.Document, trusted []string) (Checked, error) {
	if doc.Signature == nil {
		if len(trusted) > 0 {
			return Checked{}, ErrUnsigned
		}
		return Checked{}, nil
	}
	digest, err := doc.Unsigned()
	if err != nil {
		return Checked{}, err
	}
	if err := checkNote(*doc.Signature, exportText(doc.Table, digest, doc.Head)); err != nil {
		return Checked{}, err
	}
	checked := Checked{Key: doc.Signature.Key, Trusted: slices.Contains(trusted, doc.Signature.Key)}
	if len(trusted) > 0 && !checked.Trusted {
		return checked, fmt.Errorf("%w: %s", ErrUntrusted, checked.Key)
	}
	return checked, nil
}

// newVerifier returns the verifier of a key. It accepts Ed25519 keys in the only spelling that this program writes.
func newVerifier(key string) (note.Verifier, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return nil, ErrWrongKey
	}
	_, rest, _ := strings.Cut(key, "+")
	_, encoded, _ := strings.Cut(rest, "+") // it can contain a plus sign
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(raw) == 0 {
		return nil, ErrWrongKey
	}
	if again, err := note.NewEd25519VerifierKey(verifier.Name(), raw[1:]); err != nil || again != key {
		return nil, ErrWrongKey
	}
	return verifier, nil
}

// checkNote requires that the note has the text, and one correct signature with its key, and nothing else.
func checkNote(s export.Signature, text string) error {
	verifier, err := newVerifier(s.Key)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(s.Note, text+"\n") {
		return ErrWrongText
	}
	opened, err := note.Open([]byte(s.Note), note.VerifierList(verifier))
	if err != nil || opened.Text != text {
		return ErrWrongNote
	}
	// More signatures, and other spellings of this one, could hide data.
	raw, err := base64.StdEncoding.DecodeString(opened.Sigs[0].Base64)
	if err != nil || s.Note != fmt.Sprintf("%s\n— %s %s\n", text, verifier.Name(), base64.StdEncoding.EncodeToString(raw)) {
		return ErrWrongNote
	}
	return nil
}
