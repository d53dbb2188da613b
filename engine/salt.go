package engine

import (
	"bytes"
	"crypto/sha256"
	"fmt"
)

// Salt blinds the hash of entry seq of a table, so that the hash says nothing about hidden facts to anybody without the secret.
func (s Secret) Salt(table string, seq Seq) Optional {
	return Optional(authenticate(s[:], "nemeton 2 salt", []byte(table), bytes8(uint64(seq))))
}

// PersonDigest binds the name of the person who holds a seat. holder is 0 at the start, and one more after each handover. Without the
// secret it says nothing about the name.
func (s Secret) PersonDigest(table string, seat Seat, holder int, name string) Optional {
	salt := authenticate(s[:], "nemeton 2 name salt", []byte(table), byteOf(seat), bytes4(holder))
	return Optional(digest("nemeton 2 name", salt[:], []byte(name)))
}

// Salted is the record with the salt of its table. Error: the record has a salt already.
func (r Record) Salted(secret Secret, table string) (Record, error) {
	// The members after "salt" hold no text, and the voids among them have a "seat" but no "seq". So the last "seq" is the entry's own, and
	// the "seat" before it too.
	seq := max(bytes.LastIndex(r.Bytes, []byte(`"seq":`)), 0)
	at := bytes.LastIndex(r.Bytes[:seq], []byte(`"seat":`))
	if at < 0 || r.Entry.Salt != (Optional{}) {
		return Record{}, fmt.Errorf("entry %d cannot be salted", r.Entry.Seq)
	}
	r.Entry.Salt = secret.Salt(table, r.Entry.Seq)
	salted := append(make([]byte, 0, len(r.Bytes)+len(`"salt":"",`)+2*len(r.Entry.Salt)), r.Bytes[:at]...)
	salted = append(r.Entry.Salt.AppendCanonical(append(salted, `"salt":`...)), ',')
	salted = append(salted, r.Bytes[at:]...)
	r.Bytes, r.Hash = salted, sha256.Sum256(salted)
	return r, nil
}
