package notify

import (
	"strings"

	"nemeton/texts"
)

// Occasions: the reasons of notices.
const (
	turn     = "turn"
	clock    = "clock"
	nudge    = "nudge"
	started  = "started"
	finished = "finished"
	invited  = "invited"
	rematch  = "rematch"
	mention  = "mention"
	claimed  = "claimed" // somebody says that the player's seat is theirs
	moved    = "moved"   // somebody has got the player's seat
	forked   = "forked"  // the text of a rematch that begins at a moment of the finished game
	test     = "test"    // of a webhook
)

func say(language, key string, values ...any) string {
	return texts.Server(language).Say(key, values...)
}

// enumerate joins names: "Ada, Ben and Cleo".
func enumerate(language string, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	first, final := strings.Join(names[:last], ", "), names[last]
	if language == "es" && beginsWithI(final) {
		return first + " e " + final // "y" would merge with the name; the client's formatter of lists says so, too
	}
	return say(language, "list", "names", first, "last", final)
}

// beginsWithI reports whether a Spanish word begins with the vowel i: Inés and Hilda, but neither Hielo nor Hiara.
func beginsWithI(word string) bool {
	word = strings.ToLower(word)
	after, silent := strings.CutPrefix(word, "h")
	for _, vowel := range []string{"i", "í"} {
		if next, ok := strings.CutPrefix(after, vowel); ok {
			return !silent || vowel == "í" || !strings.HasPrefix(next, "e") && !strings.HasPrefix(next, "a")
		}
	}
	return false
}
