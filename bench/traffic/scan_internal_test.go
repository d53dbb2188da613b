package traffic

import (
	"fmt"
	"testing"

	"nemeton/testkit/expect"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	var got []string
	err := members([]byte(`{"a":1,"b":{"c":"}\"],","d":[1,[2]]},"e":[],"f":"\\","g":{}}`), func(name, value []byte) {
		got = append(got, string(name)+"="+string(value))
	})
	if want := `[a=1 b={"c":"}\"],","d":[1,[2]]} e=[] f="\\" g={}]`; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v; want %s", got, err, want)
	}
	got = nil
	err = items([]byte(`[{"x":[1,2]},"a,b",3]`), func(item []byte) { got = append(got, string(item)) })
	if want := `[{"x":[1,2]} "a,b" 3]`; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v; want %s", got, err, want)
	}
}

func TestMembers_Broken(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"", "[", "1", `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1 "b":2}`, `{"a","b"}`, `{"a":"b`, `{"a":"b\`, `{"a":[1}`} {
		expect.Failure(t, members([]byte(raw), func(_, _ []byte) {}), raw)
	}
}
