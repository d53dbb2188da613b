package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// maxWords is the largest number of words in a sentence.
const maxWords = 30

// paragraph is text whose sentences end with it.
type paragraph []line

// violation is one broken rule, at the line of its sentence or word.
type violation struct {
	file          string
	line          int
	reason, start string
}

// paragraphs splits comments at empty lines and at list markers. In Go an indented line is code unless it belongs to a
// list; elsewhere it is a paragraph of its own.
func paragraphs(blocks []block, isGo bool) []paragraph {
	var all []paragraph
	for _, b := range blocks {
		var open paragraph
		item := -1 // the indent of the open list item, or -1
		flush := func() {
			if len(open) > 0 {
				all = append(all, open)
			}
			open = nil
		}
		for _, l := range b {
			indent := len(l.text) - len(strings.TrimLeft(l.text, " \t"))
			switch marker := listMarker.FindString(l.text); {
			case strings.TrimSpace(l.text) == "":
				flush()
			case marker != "":
				flush()
				item = indent
				open = paragraph{{l.num, l.text[len(marker):]}}
			case item >= 0 && indent > item:
				open = append(open, l)
			case indent > 0 && isGo:
				flush()
			case indent > 1 && !isGo:
				flush()
				all = append(all, paragraph{l})
			default:
				if item >= 0 {
					flush()
				}
				item = -1
				if isGo && strings.HasPrefix(l.text, "# ") {
					flush()
				}
				open = append(open, l)
			}
		}
		flush()
	}
	return all
}

// word is one word of a sentence; code tells that it is inline code.
type word struct {
	text string
	line int
}

// space stands for a space in inline code, so that the code stays one word.
const space = '\ue000'

var (
	inlineCode = regexp.MustCompile("(?s)``.+?``|`[^`]+`")
	comment    = regexp.MustCompile(`(?s)<!--.*?-->`)
	image      = regexp.MustCompile(`!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)`)
	reference  = regexp.MustCompile(`\[([^\[\]]+)\]\[[^\[\]]*\]`)
	tag        = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
)

// words returns the words of a paragraph with their lines. A link is reduced to its text, inline code is one word.
func words(p paragraph) []word {
	if len(p) == 0 {
		return nil
	}
	texts := make([]string, len(p))
	for i, l := range p {
		texts[i] = l.text
	}
	text := strings.Join(texts, "\n")
	text = inlineCode.ReplaceAllStringFunc(text, func(code string) string {
		inner := strings.Map(func(r rune) rune {
			switch r {
			case '\n':
				return space
			case '[', ']', '<', '>':
				return '\ue001'
			}
			if unicode.IsSpace(r) {
				return space
			}
			return r
		}, strings.Trim(code, "`"))
		return newlines(code) + "`" + inner + "`"
	})
	text = comment.ReplaceAllStringFunc(text, newlines)
	text = image.ReplaceAllStringFunc(text, func(link string) string {
		shown := image.FindStringSubmatch(link)[1]
		return newlines(link[len(shown):]) + shown
	})
	text = reference.ReplaceAllString(text, "$1")
	text = tag.ReplaceAllStringFunc(text, func(t string) string {
		if strings.Contains(t, "://") {
			return t
		}
		return newlines(t)
	})
	var all []word
	for i, text := range strings.Split(text, "\n") {
		num := p[min(i, len(p)-1)].num
		for _, w := range strings.Fields(text) {
			all = append(all, word{w, num})
		}
	}
	return all
}

// newlines returns the line breaks of a text, so that lines keep their numbers when the rest is dropped.
func newlines(text string) string { return strings.Repeat("\n", strings.Count(text, "\n")) }

// checkParagraph applies the rules to each sentence of a paragraph.
func checkParagraph(file string, p paragraph) []violation {
	var all []violation
	ws := words(p)
	for len(ws) > 0 {
		n := sentenceLength(ws)
		all = append(all, checkSentence(file, ws[:n])...)
		ws = ws[n:]
	}
	return append(all, checkSpelling(file, words(p))...)
}

// abbreviations end with a dot inside a sentence. After those with the value true a capital begins a new sentence.
var abbreviations = map[string]bool{
	"e.g": false, "i.e": false, "vs": false, "cf": false, "approx": false, "incl": false, "resp": false, "dr": false,
	"mr": false, "mrs": false, "st": false, "sec": true, "fig": false, "no": true, "nr": false, "p": false, "pp": false,
	"etc": true, "min": true, "max": true, "a.m": true, "p.m": true, "inc": true, "al": true,
}

// sentenceLength returns the number of words in the first sentence.
func sentenceLength(ws []word) int {
	for i, w := range ws {
		if i+1 < len(ws) && endsSentence(w.text, ws[i+1].text) {
			return i + 1
		}
	}
	return len(ws)
}

// closers are characters that may stand between the end of a sentence and the next space.
const closers = `)]"'”’»*_`

func endsSentence(text, next string) bool {
	bare := strings.TrimRight(text, closers)
	if bare == "" {
		return false
	}
	lower := unicode.IsLower([]rune(strings.TrimLeft(next, `("'“‘*_[`) + " ")[0])
	switch mark := bare[len(bare)-1]; {
	case strings.HasSuffix(bare, "..."), strings.HasSuffix(bare, "…"):
		return !lower && len(bare) > len("...")
	case mark == '!' || mark == '?':
		return !lower && strings.IndexFunc(bare, unicode.IsLetter) >= 0
	case mark != '.':
		return false
	case bare != text && lower: // a quotation or an aside that ends inside the sentence
		return false
	}
	stem := strings.ToLower(strings.Trim(bare, `.("'“‘*_[`))
	if mayEnd, known := abbreviations[stem]; known {
		return mayEnd && !lower && stem != "no" && stem != "sec"
	}
	return true
}

// translated finds English that follows another language word by word.
var translated = regexp.MustCompile(`(?i)\bthat (?:are|is|can be) no (?:[^lms\W]|l[^ao]|m[^o]|s[^u])\w+|\bno \pL+ any more\b|\bas of the newest\b|\bof which (?:players|tables)\b`)

var (
	ruleID   = regexp.MustCompile(`^\W*\[[A-Z]+[0-9.,: A-Z-]*\]\W*$`)
	hasWord  = regexp.MustCompile(`[\pL\pN]`)
	freeHead = regexp.MustCompile(`(?i)^\W*(who|what|where|whoever|whatever|wherever)\W*$`)
)

// checkSentence applies the rules on length and on the first word.
func checkSentence(file string, ws []word) []violation {
	count, first := 0, -1
	for i, w := range ws {
		if !hasWord.MatchString(w.text) || ruleID.MatchString(w.text) {
			continue
		}
		if count++; first < 0 {
			first = i
		}
	}
	if first < 0 {
		return nil
	}
	var all []violation
	add := func(reason string) {
		all = append(all, violation{file: file, line: ws[0].line, reason: reason, start: start(ws)})
	}
	if count > maxWords {
		add(fmt.Sprintf("%d words in a sentence, at most %d", count, maxWords))
	}
	last := strings.TrimRight(ws[len(ws)-1].text, closers+"`")
	if head := ws[first].text; freeHead.MatchString(head) && !strings.Contains(head, "`") && !strings.HasSuffix(last, "?") {
		add("begins with " + strings.TrimFunc(head, func(r rune) bool { return !unicode.IsLetter(r) }))
	}
	if phrase := translated.FindString(plain(ws)); phrase != "" {
		add("reads translated: " + phrase)
	}
	return all
}

// plain joins the words of a sentence outside inline code.
func plain(ws []word) string {
	var texts []string
	for _, w := range ws {
		if !strings.Contains(w.text, "`") {
			texts = append(texts, w.text)
		}
	}
	return strings.Join(texts, " ")
}

// start returns the first words of a sentence.
func start(ws []word) string {
	const shown = 8
	var b strings.Builder
	for i, w := range ws {
		if i == shown {
			return b.String() + " ..."
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ReplaceAll(w.text, string(space), " "))
	}
	return b.String()
}

var spelled = regexp.MustCompile(`\pL+`)

// checkSpelling finds British words outside inline code and quotations.
func checkSpelling(file string, ws []word) []violation {
	var all []violation
	quoted := false
	for i, w := range ws {
		bare := strings.TrimLeft(w.text, "([*_")
		if strings.HasPrefix(bare, `"`) || strings.HasPrefix(bare, "“") {
			quoted = true
		}
		skip := quoted || strings.ContainsAny(w.text, "`") || strings.Contains(w.text, "://")
		if tail := strings.TrimRight(w.text, ".,;:!?)]*_"); strings.HasSuffix(tail, `"`) || strings.HasSuffix(tail, "”") {
			quoted = false
		}
		if skip {
			continue
		}
		for _, part := range spelled.FindAllString(w.text, -1) {
			if american, british := spelling[strings.ToLower(part)]; british && !mixedCase(part) {
				all = append(all, violation{file: file, line: w.line, reason: "British spelling, write " + american, start: start(ws[i:])})
			}
		}
	}
	return all
}

// mixedCase reports whether a word has a capital behind its first letter, as identifiers do.
func mixedCase(text string) bool {
	return text != strings.ToUpper(text) && strings.ToLower(text[1:]) != text[1:]
}
