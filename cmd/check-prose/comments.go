package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// line is one line of text with its number in the file, from 1.
type line struct {
	num  int
	text string
}

// block is the text of adjacent comment lines, without the comment markers.
type block []line

// directive matches comments for tools.
var directive = regexp.MustCompile(`^\s*(go:|nolint|lint:|line |export |eslint|prettier-ignore|@ts-|ts-|svelte-ignore|shellcheck |syntax=|!|\+goose|c8 |v8 |stylelint|@__|#__|#region|#endregion)`)

// goComments returns the comments of a Go file. A comment on the line of a statement is a block of its own.
func goComments(file string, source []byte) ([]block, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(parsed) {
		return nil, nil
	}
	var blocks []block
	for _, group := range parsed.Comments {
		var lines block
		for _, comment := range group.List {
			num := set.Position(comment.Pos()).Line
			if body, isLine := strings.CutPrefix(comment.Text, "//"); isLine {
				lines = append(lines, line{num, lineBody(body)})
			} else {
				lines = append(lines, blockBody(comment.Text, num)...)
			}
		}
		blocks = append(blocks, lines)
	}
	return blocks, nil
}

// lineBody returns the text of a line comment after its marker. Of a directive it keeps only the reason.
func lineBody(body string) string {
	if directive.MatchString(body) {
		_, reason, _ := strings.Cut(body, " // ")
		return reason
	}
	return strings.TrimPrefix(body, " ")
}

// blockBody returns the lines between /* and */, without the common indent and the asterisks of a doc comment.
func blockBody(comment string, num int) block {
	body := strings.TrimSuffix(strings.TrimPrefix(comment, "/*"), "*/")
	body = strings.TrimPrefix(body, "*")
	if directive.MatchString(body) {
		return nil
	}
	var lines block
	for i, text := range strings.Split(body, "\n") {
		trimmed := strings.TrimSpace(text)
		if trimmed == "*" {
			trimmed = ""
		}
		if strings.HasPrefix(trimmed, "* ") && i > 0 {
			trimmed = strings.TrimPrefix(trimmed, "* ")
		}
		lines = append(lines, line{num + i, trimmed})
	}
	return lines
}

// lexer reads source that has // and /* */ comments, with the strings of JavaScript.
type lexer struct {
	text   string
	at     int
	num    int // the line number at `at`
	blocks []block
	last   int  // the number of the last line of the last block
	column int  // the column of the last line comment
	alone  bool // the last block began on a line without code
	code   byte // the last byte of code that is not space; 0 at the start
	word   string
}

// scriptComments returns the comments of TypeScript or JavaScript. Its first line has the number num.
func scriptComments(text string, num int) []block {
	l := &lexer{text: text, num: num, last: -1}
	l.script(false)
	return l.blocks
}

// styleComments returns the /* */ comments of CSS.
func styleComments(text string, num int) []block {
	l := &lexer{text: text, num: num, last: -1}
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case strings.HasPrefix(l.text[l.at:], "/*"):
			l.blockComment("/*", "*/")
		case c == '"' || c == '\'':
			l.quoted(c)
		default:
			l.step(1)
		}
	}
	return l.blocks
}

// script reads code. If nested, it returns behind the brace that closes an expression in a template literal.
func (l *lexer) script(nested bool) {
	depth := 0
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		c := rest[0]
		switch {
		case strings.HasPrefix(rest, "//"):
			l.lineComment()
			continue
		case strings.HasPrefix(rest, "/*"):
			l.blockComment("/*", "*/")
			continue
		case c == '"' || c == '\'':
			l.quoted(c)
			continue
		case c == '`':
			l.template()
			continue
		case c == '/' && l.regexpMayStart():
			l.regexp()
			continue
		case c == '{':
			depth++
		case c == '}' && nested && depth == 0:
			l.step(1)
			return
		case c == '}':
			depth--
		}
		l.step(1)
	}
}

// step moves over code and remembers it.
func (l *lexer) step(n int) {
	for range n {
		if l.at >= len(l.text) {
			return
		}
		switch c := l.text[l.at]; c {
		case '\n':
			l.num++
		case ' ', '\t', '\r':
		default:
			if letter(c) && l.at > 0 && letter(l.text[l.at-1]) {
				l.word += string(c)
			} else {
				l.word = string(c)
			}
			l.code = c
		}
		l.at++
	}
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}

// regexpMayStart reports whether a slash here begins a regular expression and not a division.
func (l *lexer) regexpMayStart() bool {
	switch l.word {
	case "return", "typeof", "case", "in", "of":
		return true
	}
	return l.code == 0 || strings.IndexByte("(,=:[!&|?{};+-*%<>~^", l.code) >= 0
}

func (l *lexer) regexp() {
	inClass := false
	l.step(1)
	for l.at < len(l.text) && l.text[l.at] != '\n' {
		switch c := l.text[l.at]; {
		case c == '\\':
			l.step(1)
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '/' && !inClass:
			l.step(1)
			return
		}
		l.step(1)
	}
}

// quoted moves over a string. An unclosed one ends with its line, so that an error costs one line.
func (l *lexer) quoted(quote byte) {
	l.step(1)
	for l.at < len(l.text) {
		switch l.text[l.at] {
		case '\\':
			l.step(1)
		case '\n':
			return
		case quote:
			l.step(1)
			return
		}
		l.step(1)
	}
}

func (l *lexer) template() {
	l.step(1)
	for l.at < len(l.text) {
		switch {
		case l.text[l.at] == '\\':
			l.step(2)
		case l.text[l.at] == '`':
			l.step(1)
			return
		case strings.HasPrefix(l.text[l.at:], "${"):
			l.step(2)
			l.script(true)
		default:
			l.step(1)
		}
	}
}

// lineComment reads one // comment. A comment without code on its line joins a block that ended on the line above, if
// that block began without code as well. It also joins a block behind code if it is in the same column.
func (l *lexer) lineComment() {
	start := strings.LastIndexByte(l.text[:l.at], '\n') + 1
	end := strings.IndexByte(l.text[l.at:], '\n')
	if end < 0 {
		end = len(l.text) - l.at
	}
	body := line{l.num, lineBody(strings.TrimRight(l.text[l.at+2:l.at+end], "\r"))}
	alone := strings.TrimSpace(l.text[start:l.at]) == ""
	if column := l.at - start; alone && l.last == l.num-1 && (l.alone || column == l.column) {
		l.blocks[len(l.blocks)-1] = append(l.blocks[len(l.blocks)-1], body)
	} else {
		l.blocks = append(l.blocks, block{body})
		l.alone, l.column = alone, column
	}
	l.last = l.num
	l.at += end
}

func (l *lexer) blockComment(open, end string) {
	length := strings.Index(l.text[l.at+len(open):], end)
	if length < 0 {
		length = len(l.text) - l.at - len(open)
	}
	body := l.text[l.at+len(open) : l.at+len(open)+length]
	l.blocks = append(l.blocks, blockBody(body, l.num))
	l.num += strings.Count(body, "\n")
	l.at = min(len(l.text), l.at+len(open)+length+len(end))
	l.last = -1
}

var embedded = regexp.MustCompile(`(?s)<(script|style)[^>]*>(.*?)</(?:script|style)>|<!--(.*?)-->`)

// markupComments returns the comments of a Svelte or HTML file: those of its scripts and styles, and <!-- -->.
func markupComments(text string) []block {
	var blocks []block
	for _, at := range embedded.FindAllStringSubmatchIndex(text, -1) {
		switch {
		case at[6] >= 0:
			blocks = append(blocks, blockBody(text[at[6]:at[7]], lineAt(text, at[6])))
		case text[at[2]:at[3]] == "script":
			blocks = append(blocks, scriptComments(text[at[4]:at[5]], lineAt(text, at[4]))...)
		default:
			blocks = append(blocks, styleComments(text[at[4]:at[5]], lineAt(text, at[4]))...)
		}
	}
	return blocks
}

// lineAt returns the number of the line at a byte offset.
func lineAt(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

// lineComments returns the comments that begin with marker and end with their line. A marker in quotes, or behind
// anything but space, begins no comment.
func lineComments(text, marker string) []block {
	var blocks []block
	joins := false
	for i, text := range strings.Split(text, "\n") {
		at := commentStart(text, marker)
		if at < 0 {
			joins = false
			continue
		}
		body := line{i + 1, lineBody(strings.TrimLeft(text[at:], marker[:1]))}
		alone := strings.TrimSpace(text[:at]) == ""
		if alone && joins {
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], body)
		} else {
			blocks = append(blocks, block{body})
		}
		joins = alone
	}
	return blocks
}

// commentStart returns the offset of the marker that begins a comment, or -1.
func commentStart(text, marker string) int {
	quote := byte(0)
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case strings.HasPrefix(text[i:], marker) && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t'):
			return i
		}
	}
	return -1
}
