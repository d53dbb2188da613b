package lookalike

import "unicode"

// Mixed reports whether a word of the name mixes scripts that are never mixed, such as a Latin word with a Cyrillic letter.
// Japanese, Korean and Chinese mix their scripts, also with Latin. Digits, signs and accents go with any script.
func Mixed(name string) bool {
	var word string // the script of the word so far
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			word = ""
			continue
		}
		script := scriptOf(r)
		switch {
		case script == "":
		case word == "", word == script:
			word = script
		case east[script] && (east[word] || word == "Latin"), script == "Latin" && east[word]:
			word = script
		default:
			return true
		}
	}
	return false
}

var east = map[string]bool{"Han": true, "Hiragana": true, "Katakana": true, "Hangul": true, "Bopomofo": true}

// scriptOf returns the script of a letter; empty if it goes with any.
func scriptOf(r rune) string {
	for _, common := range []string{"Latin", "Common", "Inherited"} {
		if unicode.Is(unicode.Scripts[common], r) {
			if common == "Latin" {
				return common
			}
			return ""
		}
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}
