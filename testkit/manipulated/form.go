package manipulated

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"nemeton/engine/chance"
	"nemeton/engine/codec"
)

// Derived stands for a value that follows from the rest of the record.
const Derived = "#"

// shortEdit is the longest change of bytes that is stored as such.
const shortEdit = 256

type object = map[string]json.RawMessage

// entry is an element of the entries of a record.
type entry struct {
	Entry object          `json:"entry"`
	Hash  json.RawMessage `json:"hash"`
}

// Fold returns the difference of a record from its base. Error: the record has no such form.
func Fold(base, record []byte) (Form, error) {
	start, end := 0, 0
	for start < min(len(base), len(record)) && base[start] == record[start] {
		start++
	}
	for end < min(len(base), len(record))-start && base[len(base)-1-end] == record[len(record)-1-end] {
		end++
	}
	if insert := record[start : len(record)-end]; len(insert) <= shortEdit && len(base)-end-start <= shortEdit {
		return Form{Text: &Edit{start, len(base) - end - start, string(insert)}}, nil
	}
	from, old, err := folded(base)
	if err != nil {
		return Form{}, err
	}
	to, entries, err := folded(record)
	if err != nil {
		return Form{}, err
	}
	f := Form{Members: object{}, Entries: []json.RawMessage{}}
	for name, value := range to {
		if !bytes.Equal(from[name], value) {
			f.Members[name] = value
		}
	}
	known := map[string]int{}
	for i, e := range old {
		known[string(e)] = i
	}
	for i := 0; i < len(entries); {
		at, ok := known[string(entries[i])]
		if !ok {
			f.Entries = append(f.Entries, entries[i])
			i++
			continue
		}
		n := 1
		for i+n < len(entries) && at+n < len(old) && bytes.Equal(entries[i+n], old[at+n]) {
			n++
		}
		f.Entries = append(f.Entries, fmt.Appendf(nil, "[%d,%d]", at, at+n))
		i += n
	}
	back, err := f.unfold(base)
	if err == nil && !bytes.Equal(back, record) {
		err = errors.New("it cannot be put together again")
	}
	return f, err
}

// folded splits a record into its members and its entries, both with Derived.
func folded(record []byte) (object, []json.RawMessage, error) {
	var members object
	var list []entry
	err := json.Unmarshal(record, &members)
	if err == nil {
		err = json.Unmarshal(members["entries"], &list)
	}
	if err != nil {
		return nil, nil, err
	}
	salts, err := saltsOf(members)
	if err != nil {
		return nil, nil, err
	}
	var entries []json.RawMessage
	head := quoted(codec.Hash{}.String())
	for i, e := range list {
		hash, err := hashOf(e.Entry)
		if err != nil {
			return nil, nil, err
		}
		derive(e.Entry, "prev", head)
		derive(e.Entry, "seq", fmt.Appendf(nil, "%d", i+1))
		derive(e.Entry, "salt", salts(i+1))
		if head = e.Hash; bytes.Equal(e.Hash, hash) {
			e.Hash = quoted(Derived)
		}
		text, err := codec.Canonical(e)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, text)
	}
	bare := maps.Clone(members)
	delete(bare, "digest")
	digest, err := hashOf(bare)
	if err != nil {
		return nil, nil, err
	}
	derive(members, "digest", digest)
	derive(members, "head", head)
	delete(members, "entries")
	return members, entries, nil
}

func derive(of object, name string, value json.RawMessage) {
	if bytes.Equal(of[name], value) {
		of[name] = quoted(Derived)
	}
}

func (f Form) unfold(base []byte) ([]byte, error) {
	if f.Text != nil {
		if f.Text.At+f.Text.Remove > len(base) {
			return nil, errors.New("the edit is beyond the base")
		}
		return append(append(bytes.Clone(base[:f.Text.At]), f.Text.Insert...), base[f.Text.At+f.Text.Remove:]...), nil
	}
	members, old, err := folded(base)
	if err != nil {
		return nil, err
	}
	maps.Copy(members, f.Members)
	var entries []json.RawMessage
	for _, e := range f.Entries {
		var part [2]int
		if json.Unmarshal(e, &part) != nil {
			entries = append(entries, e)
			continue
		}
		entries = append(entries, old[part[0]:part[1]]...)
	}
	salts, err := saltsOf(members)
	if err != nil {
		return nil, err
	}
	var list []entry // a record without entries has null
	head := quoted(codec.Hash{}.String())
	for i, raw := range entries {
		var e entry
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, err
		}
		restore(e.Entry, "prev", head)
		restore(e.Entry, "seq", fmt.Appendf(nil, "%d", i+1))
		restore(e.Entry, "salt", salts(i+1))
		hash, err := hashOf(e.Entry)
		if err != nil {
			return nil, err
		}
		if string(e.Hash) == string(quoted(Derived)) {
			e.Hash = hash
		}
		head = e.Hash
		list = append(list, e)
	}
	restore(members, "head", head)
	if members["entries"], err = codec.Canonical(list); err != nil {
		return nil, err
	}
	if string(members["digest"]) == string(quoted(Derived)) {
		delete(members, "digest")
		if members["digest"], err = hashOf(members); err != nil {
			return nil, err
		}
	}
	return codec.Canonical(members)
}

func restore(of object, name string, value json.RawMessage) {
	if string(of[name]) == string(quoted(Derived)) {
		of[name] = value
	}
}

// saltsOf returns the salts of a record by seq. They need its secret.
func saltsOf(members object) (func(seq int) json.RawMessage, error) {
	var secret, table string
	if err := errors.Join(json.Unmarshal(members["secret"], &secret), json.Unmarshal(members["table"], &table)); err != nil {
		return nil, err
	}
	raw, err := hex.DecodeString(secret)
	if err != nil || len(raw) != len(chance.Secret{}) {
		return func(int) json.RawMessage { return nil }, nil //nolint:nilerr // a manipulated record may have no secret
	}
	return func(seq int) json.RawMessage {
		salt, _ := chance.Secret(raw).Salt(table, uint64(seq)).MarshalText() // it never fails
		return quoted(string(salt))
	}, nil
}

func hashOf(value any) (json.RawMessage, error) {
	text, err := codec.Canonical(value)
	sum := sha256.Sum256(text)
	return quoted(hex.EncodeToString(sum[:])), err
}

func quoted(text string) json.RawMessage { return json.RawMessage(`"` + text + `"`) }
