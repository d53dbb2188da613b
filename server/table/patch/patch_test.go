package patch_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"

	"nemeton/server/table/patch"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// applied returns the result of a patch, computed by a library that shares no code with the package.
func applied(t *testing.T, before, patchText []byte) string {
	t.Helper()
	p, err := jsonpatch.DecodePatch(patchText)
	must.Succeed(t, err, string(patchText))
	after, err := p.Apply(before)
	must.Succeed(t, err, string(patchText), string(before))
	return string(after)
}

// joined makes a patch of a list of steps.
func joined(steps []byte) []byte { return append(append([]byte("["), steps...), ']') }

func equal(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	must.Succeed(t, errors.Join(json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y)))
	return reflect.DeepEqual(x, y)
}

func TestAppend(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, after, want string }{
		"nothing changed":                          {`{"a":1}`, `{"a":1}`, `[]`},
		"a number":                                 {`{"a":1,"b":[true,null]}`, `{"a":22,"b":[true,null]}`, `[{"op":"replace","path":"/doc/a","value":22}]`},
		"a member is added":                        {`{"long":"abcdefghijklmnopqrstuvwxyz"}`, `{"long":"abcdefghijklmnopqrstuvwxyz","b":2}`, `[{"op":"add","path":"/doc/b","value":2}]`},
		"a member is removed":                      {`{"long":"abcdefghijklmnopqrstuvwxyz","b":2}`, `{"long":"abcdefghijklmnopqrstuvwxyz"}`, `[{"op":"remove","path":"/doc/b"}]`},
		"an element is inserted":                   {`["abcdefghijklmnopqrst","u"]`, `["abcdefghijklmnopqrst",7,"u"]`, `[{"op":"add","path":"/doc/1","value":7}]`},
		"an element is removed":                    {`["abcdefghijklmnopqrst",7,"u"]`, `["abcdefghijklmnopqrst","u"]`, `[{"op":"remove","path":"/doc/1"}]`},
		"many changes become one replacement":      {`{"a":1,"b":2,"c":3}`, `{"a":4,"b":5,"c":6}`, `[{"op":"replace","path":"/doc","value":{"a":4,"b":5,"c":6}}]`},
		"another type":                             {`{"a":{}}`, `{"a":[]}`, `[{"op":"replace","path":"/doc/a","value":[]}]`},
		"keys with special characters of pointers": {`{"a/b~c\"":1,"long":"abcdefghijklmnopqrstuvwxyz"}`, `{"a/b~c\"":2,"long":"abcdefghijklmnopqrstuvwxyz"}`, `[{"op":"replace","path":"/doc/a~1b~0c\"","value":2}]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := joined(patch.Append(nil, "/doc", []byte(c.before), []byte(c.after)))
			expect.Equal(t, string(got), c.want)
			if after := applied(t, []byte(`{"doc":`+c.before+`}`), got); !equal(t, after, `{"doc":`+c.after+`}`) {
				t.Errorf("applied: got %s, want %s", after, c.after)
			}
		})
	}
}

// value returns a random JSON value, small enough that two of them have much in common.
func value(r *rand.Rand, depth int) any {
	kind := r.IntN(6)
	if depth == 0 {
		kind = r.IntN(4)
	}
	switch kind {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return r.IntN(30) - 3
	case 3:
		texts := []string{"", "a", `"`, `\`, "{[", "]}", "é<&\u2028", "a long text that is dear to send again"}
		return texts[r.IntN(len(texts))]
	case 4:
		list := make([]any, r.IntN(6))
		for i := range list {
			list[i] = value(r, depth-1)
		}
		return list
	default:
		object := map[string]any{}
		for range r.IntN(6) {
			keys := []string{"a", "b", "c/d", "~e", `f"`, "g"}
			object[keys[r.IntN(len(keys))]] = value(r, depth-1)
		}
		return object
	}
}

func TestAppend_AppliedIsAfter(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	encode := func(v any) []byte {
		return must.Return(json.Marshal(map[string]any{"doc": v}))(t)
	}
	for range 5000 {
		before, after := encode(value(r, 4)), encode(value(r, 4))
		p := joined(patch.Append(nil, "/doc", before[len(`{"doc":`):len(before)-1], after[len(`{"doc":`):len(after)-1]))
		if got := applied(t, before, p); !equal(t, got, string(after)) {
			t.Fatalf("%s on %s: got %s, want %s", p, before, got, after)
		}
	}
}

func TestMembers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ before, after, want string }{
		"nothing changed":                  {`{"a":1}`, `{"a":1}`, `[]`},
		"many changes, but not the object": {`{"a":1,"b":2}`, `{"a":4,"b":5}`, `[{"op":"replace","path":"/doc/a","value":4},{"op":"replace","path":"/doc/b","value":5}]`},
		"all members are removed":          {`{"a":1}`, `{}`, `[{"op":"remove","path":"/doc/a"}]`},
		"an array is replaced":             {`{"a":[1,2,3]}`, `{"a":[4,5,6]}`, `[{"op":"replace","path":"/doc/a","value":[4,5,6]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := joined(patch.Members(nil, "/doc", []byte(c.before), []byte(c.after)))
			expect.Equal(t, string(got), c.want)
			document := func(part string) string {
				return `{"doc":` + part[:len(part)-1] + map[bool]string{true: `"z":9}}`, false: `,"z":9}}`}[part == "{}"]
			}
			if after := applied(t, []byte(document(c.before)), got); !equal(t, after, document(c.after)) {
				t.Errorf("applied: got %s, want %s", after, document(c.after))
			}
		})
	}
}
