package codec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"nemeton/engine/codec"
	"nemeton/testkit/expect"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"literals":                       {` [ null , true,false ] `, `[null,true,false]`},
		"empty":                          {`{ }`, `{}`},
		"whole numbers":                  {`[0,-0,1,-1,9007199254740991,-9007199254740991]`, `[0,0,1,-1,9007199254740991,-9007199254740991]`},
		"keys in order":                  {`{"b":1,"a":2,"":3,"aa":4,"A":5}`, `{"":3,"A":5,"a":2,"aa":4,"b":1}`},
		"keys by UTF-16, not by rune":    {`{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\r":4,"1":5,"\u0080":6,"\u00f6":7}`, "{\"\\r\":4,\"1\":5,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":3,\"\U0001f600\":2,\"\ufb33\":1}"},
		"a key and its beginning":        {`{"aé":1,"a":2,"aéb":3}`, `{"a":2,"aé":1,"aéb":3}`},
		"short escapes":                  {`"\u0008\u0009\u000a\u000c\u000d\u0022\u005c\u002f"`, `"\b\t\n\f\r\"\\/"`},
		"other controls in lower case":   {`"\u0000\u001F\u000B"`, `"\u0000\u001f\u000b"`},
		"nothing else is escaped":        {`"\u003c\u003e\u0026\u2028\u007f\u00e9"`, "\"<>&\u2028\u007fé\""},
		"the example of RFC 8785":        {`{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`, `{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`},
		"objects inside lists and so on": {`[{"b":[{"d":1,"c":2}],"a":{}}]`, `[{"a":{},"b":[{"c":2,"d":1}]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := codec.Canonical(json.RawMessage(c.in))
			if err != nil || string(got) != c.want {
				t.Fatalf("got %s, %v, want %s", got, err, c.want)
			}
			again, err := codec.Canonical(json.RawMessage(got))
			if err != nil || string(again) != c.want {
				t.Errorf("a second time: got %s, %v, want no change", again, err)
			}
		})
	}
}

func TestCanonical_Refuses(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]any{
		"a fraction":            0.5,
		"a whole fraction":      json.RawMessage(`1.0`),
		"an exponent":           json.RawMessage(`1e2`),
		"2^53":                  1 << 53,
		"-2^53":                 -(1 << 53),
		"a huge number":         json.RawMessage(`123456789012345678901234567890`),
		"a key twice":           json.RawMessage(`{"a":1,"b":2,"a":3}`),
		"a key twice, escaped":  json.RawMessage(`{"a":1,"\u0061":1}`),
		"a key twice, far down": json.RawMessage(`[{"x":{"a":1,"a":1}}]`),
		"deep lists":            json.RawMessage(strings.Repeat("[", 40) + strings.Repeat("]", 40)),
		"deep objects":          json.RawMessage(strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)),
		"a function":            func() {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expect.Failure(t, expect.Second(codec.Canonical(in)))
		})
	}
}
