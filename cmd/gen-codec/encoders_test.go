package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/server/wire/jsonfield"
	"nemeton/testkit/must"
)

// The encoders write the bytes of encoding/json and of Canonical for any content, also for content that no game has.
func TestEncoders_RandomValues(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range packages() {
		for _, of := range p.sent {
			for range 200 {
				v := randomValue(random, of)
				sent, ok := v.Interface().(codec.JSONAppender)
				if !ok {
					t.Fatalf("%s has no AppendJSON", of)
				}
				compare(t, of, sent.AppendJSON([]byte("before"))[len("before"):], plain(t, v))
			}
		}
		for _, of := range p.stored {
			if hasRaw(of) {
				continue // the law encoders compares whole entries
			}
			for range 200 {
				v := randomValue(random, of)
				stored, ok := v.Interface().(codec.CanonicalAppender)
				if !ok {
					t.Fatalf("%s has no AppendCanonical", of)
				}
				want := must.Return(codec.Canonical(json.RawMessage(plain(t, v))))(t)
				compare(t, of, stored.AppendCanonical([]byte("before"))[len("before"):], want)
			}
		}
	}
}

// The readers read what encoding/json reads, or nothing.
func TestReaders_RandomValues(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	for _, p := range packages() {
		for _, of := range p.stored {
			accepted := 0
			for range 300 {
				stored, ok := randomValue(random, of).Interface().(codec.CanonicalAppender)
				if hasRaw(of) || !ok {
					break // the fuzz test of records has whole entries
				}
				text := stored.AppendCanonical(nil)
				if readsAlike(t, of, text) {
					accepted++
				}
				for range 20 {
					readsAlike(t, of, damaged(random, text))
				}
			}
			if accepted == 0 && !hasRaw(of) {
				t.Errorf("%s: no text was read", of)
			}
		}
	}
}

// readsAlike reads a text both ways, and reports whether the reader accepted it.
func readsAlike(t *testing.T, of reflect.Type, text []byte) bool {
	t.Helper()
	got, want := reflect.New(of), reflect.New(of)
	into, ok := got.Interface().(codec.CanonicalReadable)
	if !ok {
		t.Fatalf("%s has no ReadCanonical", of)
	}
	if !codec.ReadCanonical(text, into) {
		return false
	}
	if err := json.Unmarshal(text, want.Interface()); err != nil || !reflect.DeepEqual(got.Interface(), want.Interface()) {
		t.Fatalf("%s: %s\ngot  %+v\nwant %+v, %v", of, text, got.Elem(), want.Elem(), err)
	}
	return true
}

// damaged changes, removes or repeats a part of a text.
func damaged(r *rand.Rand, text []byte) []byte {
	from := r.IntN(len(text))
	to := from + r.IntN(min(8, len(text)-from)+1)
	const signs = `{}[]",:0123456789-.eE ntf\`
	switch r.IntN(3) {
	case 0:
		return slices.Concat(text[:from], text[to:])
	case 1:
		return slices.Concat(text[:to], text[from:])
	}
	changed := bytes.Clone(text)
	changed[from] = signs[r.IntN(len(signs))]
	return changed
}

// Each view of the catalog encodes its members as encoding/json does.
func TestEncoders_RandomViews(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for _, p := range packages() {
		if p.view == nil {
			continue
		}
		for range 200 {
			v := randomValue(random, p.view)
			view, ok := v.Interface().(engine.ViewAppender)
			if !ok {
				t.Fatalf("%s encodes no members", p.view)
			}
			fields := must.Return(jsonfield.Of(p.view))(t)
			var members []engine.EncodedMember
			for i, m := range fields {
				members = append(members, engine.EncodedMember{Name: m.JSON, Value: view.AppendMember(nil, i)})
			}
			compare(t, p.view, engine.JoinMembers(members), plain(t, v))
		}
	}
}

func plain(t *testing.T, v reflect.Value) []byte {
	t.Helper()
	return must.Return(json.Marshal(v.Interface()))(t)
}

func compare(t *testing.T, of reflect.Type, got, want []byte) {
	t.Helper()
	if !bytes.Equal(got, want) {
		t.Fatalf("%s:\ngot  %s\nwant %s", of, got, want)
	}
}

// strange are texts that need care.
var strange = []string{"", "plain", `"\`, "<", "&", ">", "tab\tnew\nline", "\x00\x1f\x7f", "é€𝄞", "\u2028\u2029", "\xff broken"}

// randomValue fills a value with random content. Fields that JSON does not have stay zero.
func randomValue(r *rand.Rand, of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.String:
		v.SetString(strange[r.IntN(len(strange))])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int64N(1<<53) >> r.IntN(54) * int64(1-2*r.IntN(2)))
		if encodesItself(of) && r.IntN(4) > 0 {
			v.SetInt(r.Int64N(4)) // a value of the enumeration, most often
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64N(1<<53) >> r.IntN(54))
	case reflect.Pointer:
		if r.IntN(3) > 0 {
			v.Set(reflect.New(of.Elem()))
			v.Elem().Set(randomValue(r, of.Elem()))
		}
	case reflect.Slice:
		if n := r.IntN(4) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(of, n, n))
			for i := range n {
				v.Index(i).Set(randomValue(r, of.Elem()))
			}
		}
	case reflect.Array:
		for i := range of.Len() * r.IntN(2) {
			v.Index(i).Set(randomValue(r, of.Elem()))
		}
	case reflect.Struct:
		fields, err := jsonfield.Of(of)
		if err != nil || encodesItself(of) {
			break
		}
		for _, f := range fields {
			v.FieldByName(f.Name).Set(randomValue(r, f.Type))
		}
	}
	return v
}
