package typed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/net/idna"
)

// Joiners are invisible, but change how the letters or emoji around them are drawn.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// spacer separates words without a visible space. Writers of scripts without spaces type it.
const spacer = '\u200b'

// spaceless are scripts without spaces between words.
var spaceless = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// contextJ checks the rules of joiners in RFC 5892, A.1 and A.2, and nothing else.
var contextJ = idna.New(idna.CheckJoiners(true))

// keepJoiners removes the joiners that have no meaning at their place, and spacers in scripts that write none.
func keepJoiners(text string) string {
	if !strings.ContainsAny(text, string([]rune{nonJoiner, joiner, spacer})) {
		return text
	}
	var kept strings.Builder
	for i, r := range text {
		rest := text[i+utf8.RuneLen(r):]
		switch r {
		case nonJoiner, joiner:
			if !hasMeaning(r, endOf(kept.String()), startOf(rest)) {
				continue
			}
		case spacer:
			before, _ := utf8.DecodeLastRuneInString(kept.String())
			after, _ := utf8.DecodeRuneInString(rest)
			if unicode.In(before, spaceless...) || unicode.In(after, spaceless...) {
				continue
			}
		}
		kept.WriteRune(r)
	}
	return kept.String()
}

// contextSize is the number of bytes on each side that can give a joiner its meaning: twice those of the longest visible character. Without this bound, the time for a
// text of joiners grows with the square of its length.
const contextSize = 2 * MaxCluster * utf8.UTFMax

// endOf returns the context before a joiner. If it is cut, it begins with no mark or joiner of a letter that is left out.
func endOf(text string) string {
	if len(text) <= contextSize {
		return text
	}
	from := len(text) - contextSize
	for !utf8.RuneStart(text[from]) {
		from++
	}
	return strings.TrimLeftFunc(text[from:], func(r rune) bool { return unicode.IsMark(r) || r == nonJoiner || r == joiner })
}

// startOf returns the context behind a joiner.
func startOf(text string) string {
	if len(text) <= contextSize {
		return text
	}
	to := contextSize
	for !utf8.RuneStart(text[to]) {
		to--
	}
	return text[:to]
}

// hasMeaning reports whether a joiner changes the text between before and after. Before has only joiners that do.
func hasMeaning(r rune, before, after string) bool {
	after = strings.TrimLeft(after, string([]rune{nonJoiner, joiner}))
	last, next := lastWord(before), firstWord(after)
	if _, err := contextJ.ToUnicode(last + string(r) + next); err == nil && last != "" {
		return true
	}
	if r == nonJoiner {
		return false
	}
	// Bengali distinguishes this form of ra and ya from the one with a reph by a joiner before the virama. RFC 5892 forgot it; the Unicode Standard demands it.
	if (strings.HasSuffix(before, "\u09b0") || strings.HasSuffix(before, "\u09f0")) && strings.HasPrefix(after, "\u09cd\u09af") {
		return true
	}
	first, _ := utf8.DecodeRuneInString(after)
	return isPictograph(first) && joinsEmoji(before, first)
}

// joinsEmoji reports whether a joiner behind the text joins it with a pictograph, by rule GB11 of UAX 29.
func joinsEmoji(before string, next rune) bool {
	tail := ""
	for clusters := graphemes.FromString(before); clusters.Next(); {
		tail = clusters.Value()
	}
	return tail != "" && isOneCluster(tail+string(joiner)+string(next))
}

// isPictograph reports whether a character has the property Extended_Pictographic, including those reserved for emoji of later versions. Only such characters
// join with a heart.
func isPictograph(r rune) bool {
	return r > unicode.MaxASCII && isOneCluster("\u2764\u200d"+string(r)) && !unicode.IsMark(r) && !unicode.Is(unicode.Cf, r)
}

func isOneCluster(text string) bool {
	clusters := graphemes.FromString(text)
	return clusters.Next() && len(clusters.Value()) == len(text)
}

func lastWord(text string) string {
	if i := strings.LastIndexFunc(text, outsideWord); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[i:])
		text = text[i+size:]
	}
	return text
}

// firstWord returns the letters and marks at the start of a text, without joiners.
func firstWord(text string) string {
	if end := strings.IndexFunc(text, outsideWord); end >= 0 {
		text = text[:end]
	}
	return strings.NewReplacer(string(nonJoiner), "", string(joiner), "").Replace(text)
}

func outsideWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != nonJoiner && r != joiner
}
