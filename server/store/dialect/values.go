package dialect

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// list is an argument for "IN (LIST ?1)".
type list []string

// List makes an argument for "IN (LIST ?1)". Ids that cannot be stored are left out.
func List[ID ~string](ids []ID) any {
	kept := make(list, 0, len(ids))
	for _, id := range ids {
		if Storable(id) {
			kept = append(kept, string(id))
		}
	}
	return kept
}

// Storable reports whether no database refuses the text.
func Storable[ID ~string](text ID) bool {
	return utf8.ValidString(string(text)) && !strings.Contains(string(text), "\x00")
}

// ForSQLite returns arguments as SQLite's driver takes them.
func ForSQLite(args []any) []any {
	return converted(args, func(l list) any {
		raw, err := json.Marshal(l)
		if err != nil {
			return "[]" // unreachable: a list of texts
		}
		return string(raw)
	})
}

// ForPostgres returns arguments as the driver of Postgres takes them.
func ForPostgres(args []any) []any {
	return converted(args, func(l list) any { return []string(l) })
}

func converted(args []any, encode func(list) any) []any {
	out := make([]any, len(args))
	for n, arg := range args {
		switch v := arg.(type) {
		case time.Time:
			out[n] = MicrosAt(v)
		case bool:
			out[n] = flag(v)
		case [32]byte:
			out[n] = v[:]
		case list:
			out[n] = encode(v)
		default:
			out[n] = arg
		}
	}
	return out
}

func flag(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// Scanning returns a scan into variables that the driver's scan does not know: times, flags and hashes.
func Scanning(scan Scan) Scan {
	return func(into ...any) error {
		targets := make([]any, len(into))
		for n, target := range into {
			switch v := target.(type) {
			case *time.Time:
				targets[n] = timeInto{v}
			case *bool:
				targets[n] = flagInto{v}
			case *[32]byte:
				targets[n] = hashInto{v}
			default:
				targets[n] = target
			}
		}
		return scan(targets...)
	}
}

type timeInto struct{ into *time.Time }

func (t timeInto) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return unfit(v, "a time")
	}
	*t.into = TimeOf(n)
	return nil
}

type flagInto struct{ into *bool }

func (f flagInto) Scan(v any) error {
	switch v := v.(type) {
	case int64:
		*f.into = v != 0
	case bool: // the value of an expression
		*f.into = v
	default:
		return unfit(v, "a flag")
	}
	return nil
}

type hashInto struct{ into *[32]byte }

func (h hashInto) Scan(v any) error {
	raw, ok := v.([]byte)
	if !ok {
		return unfit(v, "a hash")
	}
	*h.into = [32]byte{}
	copy(h.into[:], raw)
	return nil
}

func unfit(v any, as string) error { return fmt.Errorf("a column has a %T, which cannot be %s", v, as) }

// Never is later than all stored times.
var Never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// MicrosAt returns a time as it is stored: in microseconds since 1970 UTC, 0 for the zero time.
func MicrosAt(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// TimeOf is the inverse of MicrosAt.
func TimeOf(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}
