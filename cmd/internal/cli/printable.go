package cli

import (
	"strconv"
	"strings"
)

// Printable returns a text from elsewhere, such as a file or a server, with escapes for line ends and all other characters that a terminal does not draw. They could
// hide a line, or write another one over it.
func Printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// PrintableLines is Printable for each line of a text.
func PrintableLines(text string) string {
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		lines[n] = Printable(line)
	}
	return strings.Join(lines, "\n")
}
