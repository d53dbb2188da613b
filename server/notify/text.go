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

// say returns the text of a key in a language, with values for its placeholders: name, value, name, value.
func say(language, key string, values ...any) string {
	return texts.Server(language).Say(key, values...)
}

// enumerate joins names: "Ada, Ben and Cleo".
func enumerate(language string, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + say(language, "and") + " " + names[len(names)-1]
}
