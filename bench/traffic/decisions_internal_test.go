package traffic

import (
	"encoding/json"
	"testing"

	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

func TestDecisions(t *testing.T) {
	t.Parallel()
	var d decisions
	must.Succeed(t, d.update(json.RawMessage(`[{"id":"a","seat":0},{"id":"b","seat":1,"moves":[1,2]}]`), nil))
	if id, moves := d.nextOwn(""); id != "b" || len(moves) != 2 {
		t.Errorf("got %q with %v, want b with two moves", id, moves)
	}
	expect.Equal(t, expect.First(d.nextOwn("b")), "")
	patch := `[{"op":"replace","path":"/view/x","value":{}},{"op":"remove","path":"/decisions/0"},` +
		`{"op":"add","path":"/decisions/0/moves/1","value":{"to":3}},{"op":"replace","path":"/decisions/0/id","value":"c"},` +
		`{"op":"add","path":"/decisions/-","value":{"id":"d","a/b~":1}},{"op":"remove","path":"/decisions/1/a~1b~0"}]`
	must.Succeed(t, d.update(nil, json.RawMessage(patch)))
	got, err := json.Marshal(d.list)
	if want := `[{"id":"c","moves":[1,{"to":3},2],"seat":1},{"id":"d"}]`; err != nil || string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{`[{"op":"remove","path":"/decisions/7"}]`, `[{"op":"add","path":"/decisions/x","value":1}]`, `[{"op":"replace","path":"/decisions/0/id/x","value":1}]`} {
		expect.Failure(t, d.update(nil, json.RawMessage(bad)), bad)
	}
	expect.Failure(t, d.update(nil, nil), "an update without decisions")
	if err := d.update(nil, json.RawMessage(`[{"op":"replace","path":"/decisions","value":[]}]`)); err != nil || !d.isEmpty() {
		t.Errorf("got %v (%v), want none left", d.list, err)
	}
}
