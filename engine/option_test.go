package engine_test

import (
	"maps"
	"testing"

	"nemeton/engine"
	"nemeton/testkit/expect"
)

func TestOptions_Complete(t *testing.T) {
	t.Parallel()
	list := []engine.Option{
		{ID: "fast", Kind: "bool", Default: 1},
		{ID: "rounds", Kind: "int", Default: 3, Min: 2, Max: 5},
		{ID: "board", Kind: "choice", Choices: []string{"a", "b"}},
	}
	for name, c := range map[string]struct{ given, want engine.Options }{
		"nothing given":     {nil, engine.Options{"fast": 1, "rounds": 3, "board": 0}},
		"all given":         {engine.Options{"fast": 0, "rounds": 5, "board": 1}, engine.Options{"fast": 0, "rounds": 5, "board": 1}},
		"the lowest":        {engine.Options{"rounds": 2}, engine.Options{"fast": 1, "rounds": 2, "board": 0}},
		"unknown":           {engine.Options{"slow": 1}, nil},
		"no bool":           {engine.Options{"fast": 2}, nil},
		"a negative bool":   {engine.Options{"fast": -1}, nil},
		"too low":           {engine.Options{"rounds": 1}, nil},
		"too high":          {engine.Options{"rounds": 6}, nil},
		"no such choice":    {engine.Options{"board": 2}, nil},
		"a negative choice": {engine.Options{"board": -1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := maps.Clone(c.given)
			got, err := c.given.Complete(list)
			if (err == nil) != (c.want != nil) || !maps.Equal(got, c.want) {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
			if !maps.Equal(before, c.given) {
				t.Errorf("what was given changed from %v to %v", before, c.given)
			}
		})
	}
}

func TestInfo_ColorsFor(t *testing.T) {
	t.Parallel()
	info := engine.Info{MinSeats: 2, MaxSeats: 3, Colors: [][]string{{"a", "b"}, {"a", "b", "c"}}}
	for seats, want := range []int{0, 0, 2, 3, 0} {
		expect.Equal(t, len(info.ColorsFor(seats)), want, seats, "seats, colors")
	}
}
