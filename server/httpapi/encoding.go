package httpapi

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// weight matches the weight of a coding (RFC 9110, section 12.4.2).
var weight = regexp.MustCompile(`^[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$`)

// codings are the codings of files, the most compact first.
var codings = []string{"br", "gzip"}

// preferredCoding returns the coding that a client likes best among those offered, by the values of its Accept-Encoding (RFC 9110, section 12.5.3). It
// returns "identity" for the plain form. Of equal weights the first coding counts, and the plain form comes last. Elements that are malformed
// count as absent. Of two elements with the same coding the lower weight counts, because every client understands the plain form.
func preferredCoding(header, offered []string) string {
	weights := map[string]float64{}
	for _, item := range listed(header) {
		coding, parameter, weighted := strings.Cut(item, ";")
		coding, q := strings.ToLower(strings.TrimSpace(coding)), 1.0
		if weighted {
			found := weight.FindStringSubmatch(strings.TrimSpace(parameter))
			if found == nil {
				continue
			}
			q, _ = strconv.ParseFloat(found[1], 64) // the pattern allows numbers alone
		}
		if coding == "x-gzip" {
			coding = "gzip"
		}
		if before, twice := weights[coding]; !twice || q < before {
			weights[coding] = q
		}
	}
	others := weights["*"]
	of := func(coding string) float64 {
		if q, named := weights[coding]; named {
			return q
		}
		return others
	}
	best, most := "identity", 0.0 // the plain form is acceptable without being named, and then the last choice
	for _, coding := range append(slices.Clone(offered), "identity") {
		if q := of(coding); q > most {
			best, most = coding, q
		}
	}
	return best
}
