package tsgen_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"nemeton/server/wire/tsgen"
	"nemeton/testkit/expect"
)

type color uint8

func (color) MarshalText() ([]byte, error) { return []byte("red"), nil }

type pair [2]int

func (p pair) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]int{"left": p[0], "right": p[1]})
}

type inner struct {
	Color color `json:"color"`
}

type outer struct {
	Name   string          `json:"name"`
	Count  *int            `json:"count"`
	Maybe  *inner          `json:"maybe,omitempty"`
	List   []inner         `json:"list"`
	Gaps   []*int          `json:"gaps"`
	ByName map[string]bool `json:"byName"`
	Pair   *pair           `json:"pair,omitempty"`
	Raw    json.RawMessage `json:"raw"`
	When   time.Time       `json:"when"`
	Share  float64         `json:"share"`
	Hidden string          `json:"-"`
}

const want = `// head

export type outer = {
  name: string;
  count: number | null;
  maybe?: inner;
  list: inner[];
  gaps: (number | null)[];
  byName: Record<string, boolean>;
  pair?: { left: number; right: number };
  raw: unknown;
  when: string;
  share: number;
};

export type inner = {
  color: string;
};

export type Index = {
  one: inner;
  both: outer | inner;
};
`

func TestGenerate(t *testing.T) {
	t.Parallel()
	got, err := tsgen.Generate("// head\n", []reflect.Type{reflect.TypeFor[outer]()}, tsgen.Index{Name: "Index", Members: []tsgen.Member{
		{Name: "one", Types: []reflect.Type{reflect.TypeFor[inner]()}},
		{Name: "both", Types: []reflect.Type{reflect.TypeFor[outer](), reflect.TypeFor[inner]()}},
	}})
	if err != nil || got != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
}

func TestGenerate_Refuses(t *testing.T) {
	t.Parallel()
	type unnamed struct{ Field string }
	type strange struct {
		C chan int `json:"c"`
	}
	for _, bad := range []reflect.Type{reflect.TypeFor[unnamed](), reflect.TypeFor[strange]()} {
		if got, err := tsgen.Generate("", []reflect.Type{bad}); err == nil {
			t.Errorf("%s: got %s, want an error", bad, strings.TrimSpace(got))
		}
	}
	taken := tsgen.Index{Name: "inner"}
	expect.Failure(t, expect.Second(tsgen.Generate("", []reflect.Type{reflect.TypeFor[inner]()}, taken)), "an index with the name of a type")
}
