package typed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/norm"
)

// MaxCluster is the maximum number of code points of a visible character, which is an extended grapheme cluster of UAX 29.
const MaxCluster = 16

// maxAccents is the maximum number of nonspacing marks in a row; more would overlap the lines above.
const maxAccents = 4

// Line returns a text of one line as it is stored, and the number of its visible characters. The text is composed (NFC). Every run of spaces is one plain space, and
// outer ones are removed. So are joiners that Unicode gives no meaning at their place. Limit is the maximum number of visible characters.
func Line(text string, limit int) (clean string, length int, fault Fault) {
	if len(text) > limit*MaxCluster*utf8.UTFMax {
		return "", 0, Long
	}
	if !utf8.ValidString(text) {
		return "", 0, Broken
	}
	text = norm.NFC.String(text)
	text = norm.NFC.String(keepJoiners(text)) // letters that a joiner separated may compose
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.Is(unicode.Zs, r) }), " ")
	accents, seen := 0, false
	for clusters := graphemes.FromString(text); clusters.Next(); {
		length++
		cluster := clusters.Value()
		if utf8.RuneCountInString(cluster) > MaxCluster {
			return "", 0, Cluster
		}
		if flags[cluster] {
			accents, seen = 0, true
			continue
		}
		for _, r := range cluster {
			if fault := faultOf(r); fault != "" {
				return "", 0, fault
			}
			switch {
			case r == nonJoiner || r == joiner:
			case !unicode.IsMark(r):
				accents = 0
				seen = seen || r != ' ' && r != '\u2800' // the empty Braille pattern counts as a symbol, but is invisible
			case !unicode.Is(unicode.Mc, r):
				accents++
			}
			if accents > maxAccents {
				return "", 0, Accents
			}
		}
	}
	switch {
	case !seen:
		return "", 0, Empty
	case length > limit:
		return "", 0, Long
	}
	return text, length, ""
}

// Cut returns the beginning of a text: whole visible characters in at most so many bytes, and an ellipsis if something is left out.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := 0
	for clusters := graphemes.FromString(text); clusters.Next() && clusters.End() <= most; {
		end = clusters.End()
	}
	return text[:end] + "…"
}

// flags are the flags of England, Scotland and Wales, the only characters with tags that fonts draw. Other tags could hide a text.
var flags = map[string]bool{
	"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": true,
	"\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f": true,
	"\U0001f3f4\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f": true,
}

// faultOf returns the fault of a character of its own.
func faultOf(r rune) Fault {
	switch {
	case r == nonJoiner || r == joiner:
		return ""
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
		return Control
	case unicode.Is(unicode.Bidi_Control, r):
		return Direction
	case r == utf8.RuneError || r == '\ufffc': // the latter stands for an embedded object
		return Broken
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // drawn around the digits that follow
		return Size
	case unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point):
		return Invisible
	case unicode.Is(unicode.Co, r):
		return Private
	case !unicode.IsGraphic(r) && !isPictograph(r): // the table of grapheme clusters knows emoji before the tables of Go do
		return Unknown
	}
	return ""
}
