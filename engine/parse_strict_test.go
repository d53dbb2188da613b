package engine_test

import (
	"strings"
	"testing"

	"nemeton/engine"
	"nemeton/engine/codec"
	"nemeton/testkit/expect"
	"nemeton/testkit/must"
)

// A Go value cannot hold these texts; a client's command can.
func TestParseStrict_RefusesWhatIsNotJSON(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		``, ` `, `{`, `}`, `{"n":1`, `{"n":1,}`, `{"n" 1}`, `{,"n":1}`, `{n:1}`, `{"n":01}`, `{"n":1}}`, `{"n":1} {}`, `{"n":1]`,
		`[]`, `null`, `1`, `"n"`, "{\"n\":1}\x00", `{"n":1}x`, strings.Repeat("[", 1_000_000),
	} {
		expect.Failure(t, expect.Second(engine.ParseStrict[numbered]([]byte(in))), in)
	}
}

type numbered struct {
	N int    `json:"n"`
	S string `json:"s,omitempty"`
}

func TestParseStrict(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		in string
		ok bool
	}{
		"as written":         {`{"n":1,"s":"x"}`, true},
		"in another order":   {" {\"s\":\"x\",\n\"n\":1} ", true},
		"without the option": {`{"n":0}`, true},
		"an unknown member":  {`{"n":1,"m":2}`, false},
		"a member twice":     {`{"n":1,"n":1}`, false},
		"another case":       {`{"N":1}`, false},
		"a member missing":   {`{"s":"x"}`, false},
		"a null member":      {`{"n":null}`, false},
		"an empty option":    {`{"n":1,"s":""}`, false},
		"a fraction":         {`{"n":1.0}`, false},
		"another type":       {`{"n":"1"}`, false},
		"too large":          {`{"n":9223372036854775808}`, false},
		"two objects":        {`{"n":1}{"n":1}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := engine.ParseStrict[numbered]([]byte(c.in))
			expect.Equal(t, err == nil, c.ok, c.in, got, err)
		})
	}
}

func FuzzParseStrict(f *testing.F) {
	f.Add([]byte(`{"n":1,"s":"x"}`))
	f.Add([]byte(`{"s":"\ud800"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := engine.ParseStrict[numbered](raw)
		if err != nil {
			return
		}
		encoded, err := codec.Canonical(m)
		must.Succeed(t, err, raw, "was read as", m, "which cannot be encoded")
		if back, err := engine.ParseStrict[numbered](encoded); err != nil || back != m {
			t.Fatalf("%q was read as %v and encoded as %s, which reads as %v, %v", raw, m, encoded, back, err)
		}
	})
}
