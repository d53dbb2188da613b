package postgres

import (
	"strings"
	"unicode/utf8"
)

// storable is whether Postgres can hold the text at all. What it cannot hold is not there: it is never asked for.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// storables leaves out of the list what cannot be there.
func storables[S ~string](list []S) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		if storable(string(s)) {
			out = append(out, string(s))
		}
	}
	return out
}
