package confusable

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Skeleton is what names that look alike have in common: without spaces, punctuation, accents and case, each letter as the one it is taken for.
// It is for comparing alone. Names of which nothing would be left (emoji) are their own skeleton.
func Skeleton(name string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if unicode.IsMark(r) || unicode.IsPunct(r) || unicode.IsSpace(r) {
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

// Numbers tells, for each of the names, which of those at hand that look like it it is: 1, 2, ... in their order; 0 for one that stands alone. Empty names
// stand alone.
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
