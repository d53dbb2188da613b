package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const maxCode = 256

// Code normalizes a code as people type or paste it: letters and digits in their plain form, in capitals, without spaces, punctuation, symbols, accents and invisible
// characters. Digits of all scripts become ASCII. It returns an empty text for one that is too long.
func Code(text string) string {
	if len(text) > maxCode {
		return ""
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Nd, r):
			return '0' + valueOf(r)
		case unicode.In(r, unicode.M, unicode.P, unicode.S, unicode.Z, unicode.C):
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFKC.String(text))
}

// valueOf returns the value of a decimal digit. Unicode keeps the ten digits of a script together, from zero on.
func valueOf(digit rune) rune {
	for _, r := range unicode.Nd.R16 {
		if rune(r.Lo) <= digit && digit <= rune(r.Hi) {
			return (digit - rune(r.Lo)) % 10
		}
	}
	for _, r := range unicode.Nd.R32 {
		if rune(r.Lo) <= digit && digit <= rune(r.Hi) {
			return (digit - rune(r.Lo)) % 10
		}
	}
	return digit
}

// Token returns the token of a link without the damage that it takes on its way: quotes, brackets and punctuation around it, spaces and invisible characters. A token
// has letters and digits of ASCII, with dashes, underscores and dots between them.
func Token(text string) string {
	text = strings.TrimLeftFunc(text, func(r rune) bool { return !isToken(r) })
	if end := strings.IndexFunc(text, func(r rune) bool { return !isToken(r) }); end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, ".")
}

func isToken(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.'
}
