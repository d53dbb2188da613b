package export_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"nemeton/engine/catalog"
	"nemeton/engine/export"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// TestCheck_AnyForm: white space and the order of members do not matter, in the document as in its entries.
func TestCheck_AnyForm(t *testing.T) {
	t.Parallel()
	raw := sealed(t, shortest(t, catalog.Titles()[0]))
	want := export.Check(raw, catalog.Find)
	if want.Fault != nil {
		t.Fatalf("the original: %+v", want.Fault)
	}
	var indented bytes.Buffer
	must.Succeed(t, json.Indent(&indented, raw, "\r\n", "\t"))
	for name, form := range map[string][]byte{
		"indented":          indented.Bytes(),
		"shuffled":          shuffled(t, raw, rand.New(rand.NewPCG(1, 2))),
		"shuffled again":    shuffled(t, raw, rand.New(rand.NewPCG(3, 4))),
		"with an end":       append(bytes.Clone(raw), " \n"...),
		"escaped":           bytes.ReplaceAll(raw, []byte(`"draws"`), []byte(`"\u0064raws"`)),
		"escaped solidus":   bytes.ReplaceAll(indented.Bytes(), []byte(`"Bot`), []byte(`"\u0042ot`)),
		"indented by other": bytes.ReplaceAll(indented.Bytes(), []byte("\t"), []byte("   ")),
	} {
		if got := export.Check(form, catalog.Find); bytes.Equal(form, raw) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, fault %+v; want %+v", name, got, got.Fault, want)
		}
	}
}

// shuffled returns JSON with the members of all objects in random order.
func shuffled(t *testing.T, raw []byte, r *rand.Rand) []byte {
	t.Helper()
	if raw[0] == '[' {
		var list []json.RawMessage
		must.Succeed(t, json.Unmarshal(raw, &list))
		for i := range list {
			list[i] = shuffled(t, list[i], r)
		}
		return append(append([]byte{'['}, bytes.Join(raws(list), []byte(", "))...), ']')
	}
	var members map[string]json.RawMessage
	if raw[0] != '{' {
		return raw
	}
	must.Succeed(t, json.Unmarshal(raw, &members))
	var parts [][]byte
	for name, value := range members { // in random order already, but only by chance in another one than before
		parts = append(parts, append([]byte(`"`+name+`" : `), shuffled(t, value, r)...))
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return append(append([]byte{'{'}, bytes.Join(parts, []byte(",\n"))...), '}')
}

func raws(list []json.RawMessage) (parts [][]byte) {
	for _, raw := range list {
		parts = append(parts, raw)
	}
	return parts
}

// TestRead_Unreadable: input that does not claim to be an export of a known format cannot be read; everything else is judged.
func TestRead_Unreadable(t *testing.T) {
	t.Parallel()
	raw := sealed(t, shortest(t, catalog.Titles()[0]))
	for name, c := range map[string]struct {
		raw  []byte
		want export.Verdict
	}{
		"nothing":                  {nil, export.Unreadable},
		"no JSON":                  {[]byte("<html></html>"), export.Unreadable},
		"a text cut short":         {raw[:len(raw)/2], export.Unreadable},
		"a name not in UTF-8":      {bytes.Replace(raw, []byte(`"name":"`), []byte("\"name\":\"\xff"), 1), export.Unreadable},
		"a stray continuation":     {append(bytes.Clone(raw), 0x80), export.Unreadable},
		"a surrogate half in CESU": {bytes.Replace(raw, []byte(`"name":"`), []byte("\"name\":\"\xed\xa0\x80"), 1), export.Unreadable},
		"two documents":            {append(bytes.Clone(raw), raw...), export.Unreadable},
		"a list":                   {[]byte("[1]"), export.Unreadable},
		"null":                     {[]byte("null"), export.Unreadable},
		"another document":         {[]byte(`{"code":"table_running"}`), export.Unreadable},
		"a later format":           {bytes.Replace(raw, []byte(`"nemetonExport":2`), []byte(`"nemetonExport":3`), 1), export.Unreadable},
		"an earlier format":        {bytes.Replace(raw, []byte(`"nemetonExport":2`), []byte(`"nemetonExport":1`), 1), export.Unreadable},
		"the format in capitals":   {bytes.Replace(raw, []byte(`"nemetonExport"`), []byte(`"NemetonExport"`), 1), export.Wrong},
		"two formats":              {bytes.Replace(raw, []byte(`{`), []byte(`{"nemetonExport":2,`), 1), export.Wrong},
		"nothing but the format":   {[]byte(`{"nemetonExport":2}`), export.Wrong},
		"a member of another type": {bytes.Replace(raw, []byte(`"outcome":{`), []byte(`"outcome":5,"more":{`), 1), export.Wrong},
	} {
		got := export.Check(c.raw, catalog.Find)
		if got.Verdict != c.want || got.Fault == nil || got.Fault.Check != export.CheckDocument {
			t.Errorf("%s: got %s, %+v; want %s", name, got.Verdict, got.Fault, c.want)
		}
	}
}

// TestFingerprint compares with an example that the web client's tests share.
// A forged record whose entries lack their members is refused before its full form is made, which would need hundreds of times its size.
func TestRead_EmptyEntries(t *testing.T) {
	raw := []byte(`{"nemetonExport":2,"entries":[{}` + strings.Repeat(",{}", 1<<18) + `]}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := export.Read(raw)
	runtime.ReadMemStats(&after)
	expect.Failure(t, err, "entries without members")
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 150*uint64(len(raw)) {
		t.Errorf("allocated %d bytes for %d bytes of text", allocated, len(raw))
	}
}

func TestFingerprint(t *testing.T) {
	t.Parallel()
	doc := shortest(t, catalog.Titles()[0])
	must.Succeed(t, doc.Commitment.UnmarshalText([]byte("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925")))
	expect.Equal(t, export.Fingerprint(doc.Commitment), "CSM7-NBFR-CAYQ")
}
