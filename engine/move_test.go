package engine_test

import (
	"slices"
	"testing"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/testkit/expect"
)

type bid struct {
	Coins int `json:"coins"`
}

type take struct {
	Do   engine.Do `json:"do"`
	Card int       `json:"card"`
}

type pass struct {
	Do engine.Do `json:"do"`
}

func TestMoveTypes_Parse(t *testing.T) {
	t.Parallel()
	moves := engine.MoveTypes{
		"bid":  {engine.MoveOf[bid]()},
		"turn": {engine.MoveOf[take]("take", "keep"), engine.MoveOf[pass]("pass")},
	}
	expect.Slice(t, moves.Kinds(), []string{"bid", "turn"}, "kinds")
	for _, c := range []struct {
		kind, raw string
		want      engine.Move // nil: an error
	}{
		{"bid", `{"coins":3}`, bid{3}},
		{"turn", `{"do":"keep","card":1}`, take{"keep", 1}},
		{"turn", `{"do":"pass"}`, pass{"pass"}},
		{"turn", `{"do":"pass","card":1}`, nil},
		{"turn", `{"do":"bid"}`, nil},
		{"turn", `{"coins":3}`, nil},
		{"turn", `[]`, nil},
		{"bid", `{"do":"pass"}`, nil},
		{"auction", `{"coins":3}`, nil},
	} {
		got, err := moves.Parse(c.kind, []byte(c.raw))
		if got != c.want || (err == nil) != (c.want != nil) {
			t.Errorf("%s %s: got %v, %v, want %v", c.kind, c.raw, got, err, c.want)
		}
	}
}

// counter is a state that counts its events.
type counter struct {
	engine.State
	events int
}

func (c *counter) Evolve(engine.Event) { c.events++ }

func TestEmitter(t *testing.T) {
	t.Parallel()
	s := &counter{}
	e := engine.NewEmitter(s, &script{4})
	e.Emit(moved{1, e.Draw("die", 6)})
	if got := e.Events(); s.events != 1 || !slices.Equal(got, []engine.Event{moved{1, 4}}) {
		t.Errorf("got %v, applied %d of them", got, s.events)
	}
}

func (*counter) Redeal(chance.Source) []engine.Event { return nil }

// script returns its numbers in order.
type script []int

func (s *script) Draw(string, int) int {
	is := (*s)[0]
	*s = (*s)[1:]
	return is
}
