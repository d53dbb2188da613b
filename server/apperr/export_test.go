package apperr

import (
	"maps"
	"slices"
)

// Codes returns every code, in alphabetical order.
func Codes() []Code { return slices.Sorted(maps.Keys(status)) }
