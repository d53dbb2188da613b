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

// enumerate joins the names of people with the reader: "Ada, Ben and Cleo".
func enumerate(language string, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return say(language, "with.list", "names", strings.Join(names[:last], ", "), "last", names[last])
}
