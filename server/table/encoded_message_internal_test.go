package table

import (
	"bytes"
	"fmt"
	"strings"
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
}

// A dictionary is the end of what a socket has read: the last two updates, and results after them.
func TestDictionary_After(t *testing.T) {
	t.Parallel()
	named := map[string]*EncodedMessage{"other": newEncodedMessage([]byte("-"))}
	for _, text := range []string{"a", "b", "c", "d", "r", "s", "t", "u"} {
		named[text] = newReferable([]byte(text))
		named[text].result = text >= "r"
	}
	for text, size := range map[string]int{"large": maxDictionary + 1, "half": maxDictionary/2 + 1} {
		named[text] = newReferable(bytes.Repeat([]byte("-"), size))
	}
	for read, want := range map[string]string{
		"": "", "a": "a", "a b": "ab", "a b c": "bc", "a r": "ar", "a b r": "abr", "a r b": "arb", "a b r c": "brc", "a b r c d": "cd", "other r a": "a", "other r s a": "a", "a r s": "ars", "a r s t": "t",
		"r s t u": "u", "a other": "", "a other b": "b", "a large": "", "a large b": "b", "a half b": string(named["half"].plain) + "b", "a half half": string(named["half"].plain),
	} {
		var d Dictionary
		for name := range strings.FieldsSeq(read) {
			d = d.After(named[name])
		}
		if got := string(d.bytes()); got != want {
			t.Errorf("after %q: got %d bytes, %.20q; want %d, %.20q", read, len(got), got, len(want), want)
		}
	}
}
