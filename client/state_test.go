package client_test

import (
	"encoding/json"
	"testing"

	"nemeton/client"
	"nemeton/testkit/must"
)

func TestPatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ doc, patch, want string }{
		"add a member":              {`{"a":1}`, `[{"op":"add","path":"/b","value":2}]`, `{"a":1,"b":2}`},
		"add in the midst":          {`{"a":[1,3]}`, `[{"op":"add","path":"/a/1","value":2}]`, `{"a":[1,2,3]}`},
		"add at the end":            {`{"a":[1]}`, `[{"op":"add","path":"/a/-","value":2}]`, `{"a":[1,2]}`},
		"remove an element":         {`{"a":[1,2,3]}`, `[{"op":"remove","path":"/a/1"}]`, `{"a":[1,3]}`},
		"replace below":             {`{"a":[{"b":1}]}`, `[{"op":"replace","path":"/a/0/b","value":null}]`, `{"a":[{"b":null}]}`},
		"replace the whole":         {`{"a":1}`, `[{"op":"replace","path":"","value":[]}]`, `[]`},
		"move":                      {`{"a":{"x":1},"b":[]}`, `[{"op":"move","from":"/a/x","path":"/b/0"}]`, `{"a":{},"b":[1]}`},
		"copies share nothing":      {`{"a":{"x":1}}`, `[{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/b/x","value":2}]`, `{"a":{"x":1},"b":{"x":2}}`},
		"escaped names":             {`{"a/b":1,"m~n":2}`, `[{"op":"remove","path":"/a~1b"},{"op":"replace","path":"/m~0n","value":3}]`, `{"m~n":3}`},
		"a test that holds":         {`{"a":[1]}`, `[{"op":"test","path":"/a","value":[1]}]`, `{"a":[1]}`},
		"a test that fails":         {`{"a":1}`, `[{"op":"test","path":"/a","value":2}]`, ``},
		"remove what is not there":  {`{"a":1}`, `[{"op":"remove","path":"/b"}]`, ``},
		"replace what is not there": {`{"a":1}`, `[{"op":"replace","path":"/b","value":1}]`, ``},
		"behind the end":            {`{"a":[1]}`, `[{"op":"add","path":"/a/2","value":1}]`, ``},
		"below a number":            {`{"a":1}`, `[{"op":"add","path":"/a/b","value":1}]`, ``},
		"no slash":                  {`{"a":1}`, `[{"op":"remove","path":"a"}]`, ``},
		"an unknown operation":      {`{"a":1}`, `[{"op":"twist","path":"/a"}]`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := client.Patch(json.RawMessage(c.doc), json.RawMessage(c.patch))
			if (err == nil) != (c.want != "") || err == nil && string(got) != c.want {
				t.Errorf("got %s, %v, want %q", got, err, c.want)
			}
		})
	}
}

// A message that does not fit changes nothing.
func TestState_Apply(t *testing.T) {
	t.Parallel()
	var s client.State
	apply := func(raw string) error {
		m := must.Return(client.ReadMessage([]byte(raw)))(t)
		return s.Apply(m)
	}
	for _, raw := range []string{
		`{"t":"snapshot","seq":4,"head":"aa","view":{"n":1},"decisions":[{"id":"4-1","seat":0,"kind":"go","moves":[{"do":"go"}]}]}`,
		`{"t":"presence","seats":[]}`,
		`{"t":"update","seq":5,"head":"bb","events":[],"patch":[{"op":"replace","path":"/view/n","value":2}]}`,
	} {
		must.Succeed(t, apply(raw), raw)
	}
	before := string(s.Document)
	if s.Seq != 5 || s.Head != "bb" || len(s.Own()) != 1 || s.Outcome != nil || before != `{"view":{"n":2},"decisions":[{"id":"4-1","seat":0,"kind":"go","moves":[{"do":"go"}]}]}` {
		t.Errorf("got %+v with %s", s, before)
	}
	for _, raw := range []string{
		`{"t":"update","seq":7,"view":{},"decisions":[]}`,
		`{"t":"update","seq":6,"patch":[{"op":"remove","path":"/view/none"}]}`,
		`{"t":"update","seq":6,"view":{"outcome":7},"decisions":[]}`,
	} {
		if err := apply(raw); err == nil || s.Seq != 5 || string(s.Document) != before {
			t.Errorf("%s: got %v and seq %d, want an error and the state before", raw, err, s.Seq)
		}
	}
	if err := apply(`{"t":"update","seq":6,"view":{"outcome":{"winners":[1],"scores":[0,3]}},"decisions":[]}`); err != nil || s.Outcome == nil || s.Outcome.Winners[0] != 1 {
		t.Errorf("got %v and outcome %+v", err, s.Outcome)
	}
}
