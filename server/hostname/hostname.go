// Package hostname converts the names of hosts to the form that DNS, certificates and requests use.
package hostname

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// profile maps names as browsers do (UTS 46). Underscores pass, because home networks have such names.
var profile = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(false))

// The longest name and label, in bytes.
const (
	maxName  = 253
	maxLabel = 63
)

// ASCII returns a name in lower case, without a final dot, with other letters in their xn-- form. An IP address is returned as it is, without brackets. It fails for
// a text that is not a name of a host.
func ASCII(name string) (string, error) {
	plain := strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if a, err := netip.ParseAddr(plain); err == nil {
		return a.String(), nil
	}
	ascii := strings.ToLower(name)
	if !IsASCII(name) {
		if len(name) > maxName*utf8.UTFMax { // the work would grow with the square of the length
			return "", errors.New("the name is too long for a host")
		}
		var err error
		if ascii, err = profile.ToASCII(name); err != nil {
			return "", fmt.Errorf("%q is not a host name: %w", name, err)
		}
	}
	ascii = strings.TrimSuffix(ascii, ".")
	for label := range strings.SplitSeq(ascii, ".") {
		if label == "" || len(label) > maxLabel || len(ascii) > maxName || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return "", fmt.Errorf("%q is not a host name like games.example", name)
		}
	}
	return ascii, nil
}

// IsASCII reports whether a text has ASCII characters alone.
func IsASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > 0x7f }) < 0
}
