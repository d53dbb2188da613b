package postgres

import (
	"strings"
	"unicode/utf8"
)

// storable reports whether Postgres can hold the text. A text that it cannot hold is not stored, so no query is sent for it.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
