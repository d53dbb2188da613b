package main

import (
	"regexp"
	"strings"
)

var (
	fence      = regexp.MustCompile("^\\s*(```|~~~)")
	heading    = regexp.MustCompile(`^\s{0,3}#{1,6}\s+`)
	underline  = regexp.MustCompile(`^\s{0,3}(=+|-{2,}|\*{3,}|_{3,})\s*$`)
	ruleOfRow  = regexp.MustCompile(`^[\s|:-]+$`)
	definition = regexp.MustCompile(`^\s{0,3}\[[^\]]+\]:\s`)
	listMarker = regexp.MustCompile(`^\s*([-*+•]|\d{1,2}[.)])\s+`)
)

// markdown returns the paragraphs of a document. Headings, list items and cells of tables are paragraphs of their own;
// code is left out.
func markdown(text string) []paragraph {
	var all []paragraph
	var open paragraph
	closeOpen := func() {
		if len(open) > 0 {
			all = append(all, open)
		}
		open = nil
	}
	inFence, inList, afterBlank := false, false, true
	for i, text := range strings.Split(text, "\n") {
		num := i + 1
		text = strings.TrimRight(text, " \r")
		for strings.HasPrefix(strings.TrimSpace(text), ">") {
			text = strings.TrimPrefix(strings.TrimSpace(text), ">")
		}
		blank := afterBlank
		afterBlank = strings.TrimSpace(text) == ""
		indented := strings.HasPrefix(text, "    ") || strings.HasPrefix(text, "\t")
		switch {
		case fence.MatchString(text):
			closeOpen()
			inFence = !inFence
		case inFence:
		case afterBlank:
			closeOpen()
		case indented && !inList && blank, definition.MatchString(text), underline.MatchString(text):
			closeOpen()
			afterBlank = indented
		case heading.MatchString(text):
			closeOpen()
			inList = false
			all = append(all, paragraph{{num, heading.ReplaceAllString(text, "")}})
		case strings.HasPrefix(strings.TrimSpace(text), "|"):
			closeOpen()
			all = append(all, cells(num, text)...)
		case listMarker.MatchString(text):
			closeOpen()
			inList = true
			open = paragraph{{num, listMarker.ReplaceAllString(text, "")}}
		default:
			inList = inList && (len(open) > 0 || strings.HasPrefix(text, " "))
			open = append(open, line{num, text})
		}
	}
	closeOpen()
	return all
}

// cells returns the cells of one row of a table. A pipe in inline code, or behind a backslash, separates nothing.
func cells(num int, row string) []paragraph {
	if ruleOfRow.MatchString(row) {
		return nil
	}
	var all []paragraph
	inCode, start := false, 0
	for i := range len(row) {
		switch {
		case row[i] == '`':
			inCode = !inCode
		case row[i] == '|' && !inCode && (i == 0 || row[i-1] != '\\'):
			all = append(all, paragraph{{num, row[start:i]}})
			start = i + 1
		}
	}
	return append(all, paragraph{{num, row[start:]}})
}
