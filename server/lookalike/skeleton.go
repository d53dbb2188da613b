package lookalike

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Skeleton returns the common form of confusable names: without spaces, punctuation, accents, joiners and case, and with confusable
// letters replaced. It serves comparison only. A name that would become empty (emoji) is its own skeleton.
func Skeleton(name string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if unicode.In(r, unicode.M, unicode.P, unicode.Z, unicode.Cf) || unicode.IsSpace(r) {
			continue
		}
		if plain, ok := prototypes[r]; ok {
			out.WriteString(plain)
			continue
		}
		r = unicode.ToLower(r)
		if plain, ok := prototypes[r]; ok {
			out.WriteString(plain)
			continue
		}
		out.WriteRune(r)
	}
	if out.Len() == 0 {
		return name
	}
	return out.String()
}

// Numbers numbers confusable names: 1, 2, ... in their order among those with the same skeleton, and 0 for a distinct name. Empty
// names are distinct.
func Numbers(names []string) []int {
	alike := make(map[string][]int, len(names))
	for i, name := range names {
		if name != "" {
			s := Skeleton(name)
			alike[s] = append(alike[s], i)
		}
	}
	numbers := make([]int, len(names))
	for _, group := range alike {
		for n, i := range group {
			if len(group) > 1 {
				numbers[i] = n + 1
			}
		}
	}
	return numbers
}
