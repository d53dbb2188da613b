package signedexport_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/engine/export"
	"nemeton/server/signedexport"
	"nemeton/server/store"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
	"nemeton/testkit/sqlitetest"
)

// document returns a small document, signed with the key. The signature does not depend on its content being a game.
func document(t *testing.T, k signedexport.Key) export.Document {
	t.Helper()
	doc := export.Document{Format: export.Format, Table: "00000000-0000-7000-8000-000000000001", Title: "meduris", Options: engine.Options{"hints": 0}, Head: codec.Hash{1, 2, 31: 0xff}}
	digest := must.Return(doc.Unsigned())(t)
	doc.Signature = must.Return(k.SignExport(store.TableID(doc.Table), digest, doc.Head))(t)
	return doc
}

func TestSignExport_Format(t *testing.T) {
	t.Parallel()
	k := key(t, newSigner(sqlitetest.Open(t)))
	doc := document(t, k)
	digest := must.Return(doc.Unsigned())(t)
	// The plain library accepts the note, so that any tool for signed notes does.
	verifier := must.Return(note.NewVerifier(doc.Signature.Key))(t)
	opened, err := note.Open([]byte(doc.Signature.Note), note.VerifierList(verifier))
	want := "nemeton export 1\n00000000-0000-7000-8000-000000000001\n" + digest + "\n0102" + strings.Repeat("00", 29) + "ff\n"
	if err != nil || opened.Text != want {
		t.Errorf("got the text %q, %v, want %q", opened.Text, err, want)
	}
	expect.Equal(t, document(t, k).Signature.Note, doc.Signature.Note, "the same document got two signatures")
}

func TestCheckExport(t *testing.T) {
	t.Parallel()
	n, foreign := newSigner(sqlitetest.Open(t)), key(t, newSigner(sqlitetest.Open(t)))
	old := key(t, n)
	doc := document(t, old)
	fresh := must.Return(n.Rotate(t.Context()))(t)
	// lastDigit changes the unused bits of a base64 text.
	lastDigit := func(text string) string {
		at := strings.LastIndexByte(text, '=') - 1
		const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
		return text[:at] + string(digits[strings.IndexByte(digits, text[at])|1]) + text[at+1:]
	}
	line := doc.Signature.Note[strings.Index(doc.Signature.Note, "\n\n")+2:]
	for name, c := range map[string]struct {
		change  func(*export.Document)
		trusted []string
		want    error
	}{
		"no key given":               {nil, nil, nil},
		"its key given":              {nil, []string{old.Verifier}, nil},
		"several keys given":         {nil, []string{foreign.Verifier, fresh.Verifier, old.Verifier}, nil},
		"another key given":          {nil, []string{foreign.Verifier}, signedexport.ErrUntrusted},
		"only the newer key given":   {nil, []string{fresh.Verifier}, signedexport.ErrUntrusted},
		"unsigned":                   {func(d *export.Document) { d.Signature = nil }, nil, nil},
		"unsigned, a key given":      {func(d *export.Document) { d.Signature = nil }, []string{old.Verifier}, signedexport.ErrUnsigned},
		"another title":              {func(d *export.Document) { d.Title = "druids" }, nil, signedexport.ErrWrongText},
		"another table":              {func(d *export.Document) { d.Table = "x" }, nil, signedexport.ErrWrongText},
		"another head":               {func(d *export.Document) { d.Head[0]++ }, nil, signedexport.ErrWrongText},
		"a key of another server":    {func(d *export.Document) { d.Signature.Key = foreign.Verifier }, nil, signedexport.ErrWrongNote},
		"the newer key":              {func(d *export.Document) { d.Signature.Key = fresh.Verifier }, []string{fresh.Verifier}, signedexport.ErrWrongNote},
		"no key in the document":     {func(d *export.Document) { d.Signature.Key = "" }, nil, signedexport.ErrWrongKey},
		"a key in capitals":          {func(d *export.Document) { d.Signature.Key = capitals(d.Signature.Key) }, nil, signedexport.ErrWrongKey},
		"a key with a line break":    {func(d *export.Document) { d.Signature.Key += "\n" }, nil, signedexport.ErrWrongKey},
		"no note":                    {func(d *export.Document) { d.Signature.Note = "" }, nil, signedexport.ErrWrongText},
		"a note without a signature": {func(d *export.Document) { d.Signature.Note = strings.TrimSuffix(d.Signature.Note, line) }, nil, signedexport.ErrWrongNote},
		"a changed signature":        {func(d *export.Document) { d.Signature.Note = flip(d.Signature.Note) }, nil, signedexport.ErrWrongNote},
		"two signatures": {func(d *export.Document) {
			d.Signature.Note += document(t, foreign).Signature.Note[len(doc.Signature.Note)-len(line):]
		}, nil, signedexport.ErrWrongNote},
		"a signature twice":           {func(d *export.Document) { d.Signature.Note += line }, nil, signedexport.ErrWrongNote},
		"unused bits of a signature":  {func(d *export.Document) { d.Signature.Note = lastDigit(d.Signature.Note) }, nil, signedexport.ErrWrongNote},
		"a longer text":               {func(d *export.Document) { d.Signature.Note = "x\n" + d.Signature.Note }, nil, signedexport.ErrWrongText},
		"the signature of a new key":  {func(d *export.Document) { d.Signature = document(t, fresh).Signature }, []string{fresh.Verifier}, nil},
		"a forger's signature":        {func(d *export.Document) { d.Signature = document(t, foreign).Signature }, []string{old.Verifier}, signedexport.ErrUntrusted},
		"a forger's, no key is given": {func(d *export.Document) { d.Signature = document(t, foreign).Signature }, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := doc
			signature := *doc.Signature
			d.Signature = &signature
			if c.change != nil {
				c.change(&d)
			}
			got, err := signedexport.CheckExport(d, c.trusted)
			if !errors.Is(err, c.want) {
				t.Fatalf("got %+v, error %v, want %v", got, err, c.want)
			}
			signed := d.Signature != nil
			if err == nil && (got.Trusted != (len(c.trusted) > 0) || (got.Key != "") != signed) {
				t.Errorf("got %+v, want a key: %v, trusted: %v", got, signed, len(c.trusted) > 0)
			}
		})
	}
}

// No changed byte of a signature passes.
func TestCheckExport_EveryByte(t *testing.T) {
	t.Parallel()
	doc := document(t, key(t, newSigner(sqlitetest.Open(t))))
	for _, text := range []*string{&doc.Signature.Key, &doc.Signature.Note} {
		whole := *text
		for i := range len(whole) {
			for _, bit := range []byte{1, 2, 0x20, 0x80} {
				*text = whole[:i] + string([]byte{whole[i] ^ bit}) + whole[i+1:]
				if _, err := signedexport.CheckExport(doc, nil); err == nil {
					t.Fatalf("byte %d changed by %#x: %q passed", i, bit, *text)
				}
			}
		}
		*text = whole
	}
	must.Return(signedexport.CheckExport(doc, nil))(t)
}

func TestCheckKeys(t *testing.T) {
	t.Parallel()
	good := key(t, newSigner(sqlitetest.Open(t))).Verifier
	expect.Error(t, signedexport.CheckKeys([]string{good, good}), nil)
	for _, bad := range []string{"", "nemeton", "nemeton/x+00000000+AAAA", good + "=", " " + good, capitals(good)} {
		expect.Error(t, signedexport.CheckKeys([]string{good, bad}), signedexport.ErrWrongKey, bad)
	}
}

// capitals returns a verifier key with an upper-case hash. If its hash has no letters, capitals returns a key with another fault.
func capitals(key string) string {
	parts := strings.SplitN(key, "+", 3)
	if upper := strings.ToUpper(parts[1]); upper != parts[1] {
		return parts[0] + "+" + upper + "+" + parts[2]
	}
	return key + "="
}

// flip changes a bit of the signature in a note.
func flip(text string) string {
	at := strings.LastIndexByte(text, ' ') + 1
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text[at:]))
	if err != nil {
		panic(err)
	}
	raw[20] ^= 1
	return text[:at] + base64.StdEncoding.EncodeToString(raw) + "\n"
}
