package export_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/packed"
	"nemeton/testkit/testsize"
)

var writeMutations = flag.Bool("form-mutations", false, "write testdata/form-mutations.json.gz again")

const mutationsPath = "testdata/form-mutations.json.gz"

// formCase is a record with edits and computed hashes, and the check that refuses it. The tests of the browser's check read the same cases.
type formCase struct {
	Name  string     `json:"name"`
	Base  string     `json:"base"` // a right record of testdata/clock-forgeries.json.gz
	Edits []formEdit `json:"edits"`
	Text  []string   `json:"text,omitempty"` // the first occurrence of a text, and its replacement
	Check string     `json:"check"`          // the check; several ones, separated by |, if the two readers differ. Empty: it holds
	Seq   engine.Seq `json:"seq"`            // of the refused entry, for the checks of entries
}

// formEdit is one edit at a path of members and indices.
type formEdit struct {
	Path   []any           `json:"path"`
	Set    json.RawMessage `json:"set,omitempty"`
	Insert json.RawMessage `json:"insert,omitempty"` // into a list, at the last index of the path
	Remove bool            `json:"remove,omitempty"`
}

// TestForms checks each case of the table.
func TestForms(t *testing.T) {
	t.Parallel()
	raw := must.Return(os.ReadFile("testdata/forms.json"))(t)
	var cases []formCase
	must.Succeed(t, json.Unmarshal(raw, &cases))
	bases := formBases(t)
	for _, c := range cases {
		check, seq := formFault(c.record(t, bases))
		if !slices.Contains(strings.Split(c.Check, "|"), check) || seq != c.Seq && check == export.CheckForm {
			t.Errorf("%s: got %q at entry %d, want %q at %d", c.Name, check, seq, c.Check, c.Seq)
		}
	}
}

// TestForms_Mutations compares random changes of records with the file of verdicts. The browser's check accepts and refuses the same ones.
func TestForms_Mutations(t *testing.T) {
	testsize.LongOnly(t)
	t.Parallel()
	bases, r := formBases(t), rand.New(rand.NewPCG(33, 1))
	var list []formCase
	accepted := 0
	for n := range 100 {
		c := formCase{Name: fmt.Sprintf("mutation %d", n), Base: []string{"free", "live", "days"}[r.IntN(3)]}
		c.Edits = []formEdit{mutation(r, bases[c.Base])}
		c.Check, _ = formFault(c.record(t, bases))
		if c.Check == "" {
			accepted++
		}
		list = append(list, c)
	}
	if accepted == 0 || accepted > len(list)/2 {
		t.Errorf("%d of %d mutations are accepted", accepted, len(list))
	}
	want := must.Return(codec.Canonical(list))(t)
	packed.Compare(t, mutationsPath, want, *writeMutations, "go test ./engine/export -run Forms_Mutations -args -form-mutations")
}

// formFault is the first check that refuses a record of an unknown title, and the entry. Agreements to an early end are not judged here.
func formFault(raw []byte) (check string, seq engine.Seq) {
	got := export.Check(raw, func(string) (engine.Title, bool) { return nil, false })
	switch {
	case got.Fault == nil || got.Fault.Check == export.CheckEnding:
		return "", 0
	case got.Verdict == export.Unreadable:
		return "unreadable", 0
	}
	return got.Fault.Check, got.Fault.Seq
}

// formBases are the right records of the file of forged clocks, by name.
func formBases(t *testing.T) map[string]json.RawMessage {
	t.Helper()
	var list []storedForgery
	must.Succeed(t, json.Unmarshal(packed.Read(t, forgeriesPath), &list))
	bases := map[string]json.RawMessage{}
	for _, f := range list {
		if f.Seq == 0 {
			bases[f.Name] = f.Record
		}
	}
	return bases
}

// record edits the base, and computes salts, hashes and digest anew, as a forger can.
func (c formCase) record(t *testing.T, bases map[string]json.RawMessage) []byte {
	t.Helper()
	doc := decodeAny(t, bases[c.Base])
	for _, edit := range c.Edits {
		doc = edit.apply(t, doc, edit.Path)
	}
	members := doc.(map[string]any)
	resealForm(members)
	raw := must.Return(json.Marshal(members))(t)
	if c.Text != nil {
		expect.Contains(t, string(raw), c.Text[0], c.Name, "the record has no", c.Text[0])
		raw = bytes.Replace(raw, []byte(c.Text[0]), []byte(c.Text[1]), 1)
	}
	return raw
}

func decodeAny(t *testing.T, raw []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	must.Succeed(t, dec.Decode(&v))
	return v
}

// apply returns the value with the edit at a path applied.
func (e formEdit) apply(t *testing.T, in any, path []any) any {
	t.Helper()
	if len(path) == 0 {
		return decodeAny(t, e.Set)
	}
	if list, ok := in.([]any); ok {
		at := int(path[0].(float64))
		switch {
		case len(path) == 1 && e.Insert != nil:
			return slices.Insert(slices.Clone(list), at, decodeAny(t, e.Insert))
		case len(path) == 1 && e.Remove:
			return slices.Delete(slices.Clone(list), at, at+1)
		}
		list[at] = e.apply(t, list[at], path[1:])
		return list
	}
	members, name := in.(map[string]any), path[0].(string)
	if len(path) == 1 && e.Remove {
		delete(members, name)
		return members
	}
	members[name] = e.apply(t, members[name], path[1:])
	return members
}

// resealForm numbers and chains the entries as far as they have the members for it.
func resealForm(doc map[string]any) {
	var secret chance.Secret
	text, _ := doc["secret"].(string)
	if raw, err := hex.DecodeString(text); err == nil && len(raw) == len(secret) {
		secret = chance.Secret(raw)
	}
	table, _ := doc["table"].(string)
	head := strings.Repeat("0", 64)
	entries, _ := doc["entries"].([]any)
	for i, each := range entries {
		hashed, _ := each.(map[string]any)
		entry, ok := hashed["entry"].(map[string]any)
		if !ok {
			continue
		}
		entry["seq"], entry["prev"] = i+1, head
		if _, salted := entry["salt"]; salted {
			entry["salt"] = secret.Salt(table, uint64(i+1))
		}
		if raw, err := codec.Canonical(entry); err == nil {
			sum := sha256.Sum256(raw)
			head = hex.EncodeToString(sum[:])
			hashed["hash"] = head
		}
	}
	doc["head"] = head
	delete(doc, "digest")
	if raw, err := codec.Canonical(doc); err == nil {
		sum := sha256.Sum256(raw)
		doc["digest"] = hex.EncodeToString(sum[:])
	}
}

// mutation is a random edit of a record.
func mutation(r *rand.Rand, base json.RawMessage) formEdit {
	var doc map[string]any
	_ = json.Unmarshal(base, &doc)
	entries := doc["entries"].([]any)
	at := r.IntN(len(entries))
	pick := func(list []string) json.RawMessage { return json.RawMessage(list[r.IntN(len(list))]) }
	switch r.IntN(5) {
	case 0: // an entry again, anywhere
		raw, _ := json.Marshal(entries[at])
		return formEdit{Path: []any{"entries", float64(r.IntN(len(entries) + 1))}, Insert: raw}
	case 1:
		return formEdit{Path: []any{"entries", float64(at)}, Remove: true}
	}
	path, in := []any{"entries", float64(at)}, entries[at]
	if r.IntN(4) == 0 {
		path, in = nil, any(doc)
	}
	for { // walk down
		switch v := in.(type) {
		case map[string]any:
			var names []string
			for name := range v {
				if !slices.Contains([]string{"seq", "prev", "salt", "hash", "head", "digest"}, name) {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			if len(names) > 0 && (len(path) < 3 || r.IntN(6) > 0) {
				name := names[r.IntN(len(names))]
				path, in = append(path, name), v[name]
				continue
			}
		case []any:
			if len(v) > 0 && r.IntN(6) > 0 {
				i := r.IntN(len(v))
				path, in = append(path, float64(i)), v[i]
				continue
			}
		case float64:
			return formEdit{Path: path, Set: pick([]string{"-1", "0", "1", "2", "3", "5", "9", "40", "200", "1800000000000", "1900000000000", fmt.Sprint(int64(v) + 1), `""`, "null"})}
		case string:
			return formEdit{Path: path, Set: pick([]string{
				`""`, `"player"`, `"bot"`, `"timer"`, `"host"`, `"move"`, `"frame"`, `"start"`, `"easy"`, `"hard"`, `"frame.left"`, `"frame.returned"`,
				`"frame.taken_back"`, `"frame.closed"`, `"frame.stop_proposed"`, `"agreement"`, `"1-1"`, `"2-2"`, `"x"`, "7", "null",
			})}
		}
		return formEdit{Path: path, Set: pick([]string{"null", "[]", "{}", "[0]", "[1,0]", `{"seat":0}`, `{"seat":1}`, `{"seat":0,"to":1}`, "true", "4"})}
	}
}
