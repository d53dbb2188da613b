package wire

import (
	"reflect"
	"strings"
	"testing"

	"nemeton/testkit/expect"
)

// plainSamples are messages with the result of decodePlain.
var plainSamples = map[string]bool{
	`{"t":"act","id":"a","decision":"1-1","move":{"x":1,"y":[{"x":2},{"x":3}]}}`:            true,
	`{"t":"act","id":"a","decision":"1-1","move":{"x":{"x":1}},"seq":12,"head":"00"}`:       true,
	`{ "t" : "takeback" , "id" : "b" , "seq" : 3 , "head" : "0f" }`:                         true,
	`{"t":"act","id":"a","decision":"1-1","move":{},"reveal":"aa","device":"bb","index":4}`: true,
	`{"t":"ping"}`:                     true,
	`{}`:                               true,
	`{"t":"act","move":{"x":1,"x":2}}`: false,
	`{"t":"act","move":{"x":1,"X":2}}`: false,
	`{"t":"act","move":{"a":[{"x":1,"x":2}]}}`: false,
	`{"t":"act","t":"act"}`:                    false,
	`{"t":"act","T":"act"}`:                    false,
	`{"t":"act","new":1}`:                      false,
	`{"t":1}`:                                  false,
	`{"t":null}`:                               false,
	`{"t":"\u0061ct"}`:                         false,
	`{"t":"ä"}`:                                false,
	`{"seq":-1}`:                               false,
	`{"seq":1.0}`:                              false,
	`{"seq":1e3}`:                              false,
	`{"seq":9999999999999999}`:                 false,
	`{"seq":"1"}`:                              false,
	`{"move":[1]}`:                             false,
	`{"move":null}`:                            false,
	`{"t":"act"} {}`:                           false,
	`{"t":"act"`:                               false,
	``:                                         false,
	`"t"`:                                      false,
	`{"move":{"x":` + strings.Repeat("[", 8) + strings.Repeat("]", 8) + `}}`: false,
}

func TestDecodePlain(t *testing.T) {
	t.Parallel()
	for raw, plain := range plainSamples {
		expect.Equal(t, expect.Second(decodePlain([]byte(raw))), plain, raw, "plain")
		comparePlain(t, []byte(raw))
	}
}

// FuzzDecodePlain requires that the two ways of reading agree wherever the fast one answers.
func FuzzDecodePlain(f *testing.F) {
	for raw := range plainSamples {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { comparePlain(t, raw) })
}

func comparePlain(t *testing.T, raw []byte) {
	t.Helper()
	got, ok := decodePlain(raw)
	if !ok {
		return
	}
	want, err := decodeAny(raw)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: read %+v, want %+v, %v", raw, got, want, err)
	}
	if !Unambiguous(raw) {
		t.Errorf("%s: read although it is ambiguous", raw)
	}
}
