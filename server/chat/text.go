package chat

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"nemeton/server/apperr"
)

// MaxText is the maximum length of a message, and of the reason of a report, in characters (code points, composed).
const MaxText = 500

// maxMarks is the maximum number of accents on one letter; more would overlap the lines above.
const maxMarks = 4

// Joiners are invisible, but belong to Persian words and to emoji.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// Phrases are the keys of the quick phrases, which clients show in the reader's own language.
func Phrases() []string {
	return []string{"hello", "good_luck", "your_turn", "one_moment", "back_soon", "nice_move", "oops", "sorry", "thanks", "good_game", "again"}
}

// Glyphs are the keys of the reactions.
func Glyphs() []string { return []string{"heart", "laugh", "wow", "sad", "star", "clover"} }

// checkText returns a text as it is stored: composed (NFC), without outer spaces, on one line. It fails with too_long, and with bad_text for an empty text,
// invalid UTF-8, control characters, invisible and bidirectional ones, and piles of accents.
func checkText(text string) (string, error) {
	if len(text) > 16*MaxText {
		return "", tooLong()
	}
	if !utf8.ValidString(text) {
		return "", badText()
	}
	text = norm.NFC.String(strings.Join(strings.FieldsFunc(text, isBreak), " "))
	if utf8.RuneCountInString(text) > MaxText {
		return "", tooLong()
	}
	seen, marks := false, 0
	for _, r := range text {
		switch {
		case r == nonJoiner || r == joiner:
			continue
		case !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == utf8.RuneError || r == '\ufffc':
			return "", badText()
		case unicode.IsMark(r):
			if marks++; marks > maxMarks {
				return "", badText()
			}
			continue
		}
		marks = 0
		seen = seen || r != ' ' && r != '\u2800'
	}
	if !seen {
		return "", badText()
	}
	return text, nil
}

// isBreak reports whether a character separates words. Several of them become one space.
func isBreak(r rune) bool { return r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '\u00a0' }

func tooLong() error { return apperr.New(apperr.TooLong, "a message has at most 500 characters") }

func badText() error {
	return apperr.New(apperr.BadText, "a message is plain text with visible characters")
}

func checkKey(key string, of []string, what string) error {
	if !slices.Contains(of, key) {
		return apperr.New(apperr.Invalid, "there is no such "+what)
	}
	return nil
}
