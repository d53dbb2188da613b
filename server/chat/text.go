package chat

import (
	"slices"
	"strings"
	"unicode"

	"nemeton/server/apperr"
	"nemeton/server/typed"
)

// MaxText is the maximum length of a message, and of the reason of a report, in visible characters.
const MaxText = 500

// Phrases are the keys of the quick phrases, which clients show in the reader's own language.
func Phrases() []string {
	return []string{"hello", "good_luck", "your_turn", "one_moment", "back_soon", "nice_move", "oops", "sorry", "thanks", "good_game", "again"}
}

// Reactions are the keys of the reactions.
func Reactions() []string { return []string{"heart", "laugh", "wow", "sad", "star", "clover"} }

// checkText returns a text as it is stored, see typed.Line. Line breaks and tabs become spaces. It fails with too_long, and with bad_text and the fault as its reason.
func checkText(text string) (string, error) {
	text, _, fault := typed.Line(strings.Map(spaceOf, text), MaxText)
	switch fault {
	case "":
		return text, nil
	case typed.Long:
		return "", apperr.New(apperr.TooLong, "a message has at most 500 visible characters")
	default:
		return "", apperr.New(apperr.BadText, fault.Sentence("a message")).Because(string(fault))
	}
}

// spaceOf returns a space for every character that separates words or lines.
func spaceOf(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}

func checkKey(key string, of []string, what string) error {
	if !slices.Contains(of, key) {
		return apperr.New(apperr.Invalid, "there is no such "+what)
	}
	return nil
}
