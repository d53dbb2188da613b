package apperr

import "strconv"

// MaxEcho is the maximum number of characters of a client's value in an error.
const MaxEcho = 100

// maxMessage is the maximum number of characters of an error's message, which may contain a client's value in quotes.
const maxMessage = 300

// Quote returns a client's value in quotes for a message, shortened to MaxEcho characters.
func Quote(value string) string { return strconv.Quote(Short(value)) }

// Short returns a client's value, shortened to MaxEcho characters.
func Short(value string) string { return cut(value, MaxEcho) }

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for at := range text {
		if n++; n > most {
			return text[:at] + "…"
		}
	}
	return text
}
