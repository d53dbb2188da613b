package table

import (
	"fmt"
	"testing"
)

// A compressed form is made once for a dictionary, and a message with many dictionaries falls back to none.
func TestEncodedMessage_Compressed(t *testing.T) {
	t.Parallel()
	made := 0
	compress := func(dictionary, plain []byte) []byte {
		made++
		return fmt.Appendf(nil, "%s|%s", dictionary, plain)
	}
	m := newReferable([]byte("m"))
	update := func(text string) Dictionary { return Dictionary{}.After(newReferable([]byte(text))) }
	result := newReferable([]byte("r"))
	result.result = true
	a := update("a")
	for _, step := range []struct {
		after Dictionary
		want  string
		made  int
	}{
		{Dictionary{}, "|m", 1}, {a, "a|m", 2}, {a, "a|m", 2}, {a.After(result), "ar|m", 3}, {update("b"), "|m", 3}, {a.After(newEncodedMessage(nil)), "|m", 3},
		{a.After(newReferable(make([]byte, maxDictionary+1))), "|m", 3},
	} {
		if got := string(m.Compressed(step.after, compress)); got != step.want || made != step.made {
			t.Errorf("got %s after %d calls, want %s after %d", got, made, step.want, step.made)
		}
	}
	if got := a.After(result).After(m); got != (Dictionary{update: m}) {
		t.Errorf("after an update: got %v, want it alone", got)
	}
	if got := a.After(result).After(result); got != (Dictionary{result: result}) {
		t.Errorf("after two results: got %v, want the last alone", got)
	}
}
