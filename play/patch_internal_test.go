package play

import "testing"

func TestApplyPatch(t *testing.T) {
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
		"a place with a zero":       {`{"a":[1,2]}`, `[{"op":"remove","path":"/a/01"}]`, ``},
		"below a number":            {`{"a":1}`, `[{"op":"add","path":"/a/b","value":1}]`, ``},
		"no slash":                  {`{"a":1}`, `[{"op":"remove","path":"a"}]`, ``},
		"an unknown operation":      {`{"a":1}`, `[{"op":"twist","path":"/a"}]`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := parse([]byte(c.doc))
			if err != nil {
				t.Fatal(err)
			}
			got, err := applyPatch(doc, []byte(c.patch))
			if c.want == "" {
				if err == nil {
					t.Errorf("got %s, want an error", encode(got))
				}
				return
			}
			if err != nil || string(encode(got)) != c.want {
				t.Errorf("got %s, %v, want %s", encode(got), err, c.want)
			}
		})
	}
}
