package engine

import (
	"maps"
	"strings"
)

// readsSystem is the name of the system entries in Reads. No title has it as its id.
const readsSystem = "frame"

// These are versions of the system entries. A version is raised with each new kind or form of them. A release reads a version at least one minor release
// before the first one that writes it, so that the data stays readable one minor version back.
const (
	systemRead    = 5 // the newest version that this program reads
	systemWritten = 5 // the newest version that this program writes
)

// Reads says which entries a program can read: the newest version of the system entries, and the newest rules version of each title by its id. A title that
// is missing is unknown to the program. The nodes of a server compare their Reads, and write no entry that one of them cannot read.
type Reads map[string]int

// ReadsOf is what this program reads if it has these titles.
func ReadsOf(titles []Title) Reads {
	r := Reads{readsSystem: systemRead}
	for _, t := range titles {
		info := t.Info()
		r[info.ID] = info.Rules
	}
	return r
}

// And is what two programs read both.
func (r Reads) And(other Reads) Reads {
	both := maps.Clone(r)
	for name, version := range both {
		if both[name] = min(version, other[name]); both[name] == 0 {
			delete(both, name)
		}
	}
	return both
}

// Covers reports whether programs that read this can read an entry of a title.
func (r Reads) Covers(title string, e Entry) bool {
	if e.Rules > r[title] {
		return false
	}
	for _, event := range e.Events {
		if event.since() > min(r[readsSystem], systemWritten) {
			return false
		}
	}
	return true
}

// since is the version of the system entries that introduced the event, or its newest form; 0 for the events of titles, which rules versions cover.
func (s Stored) since() int {
	if !isSystemEvent(s.Name) {
		return 0
	}
	switch strings.TrimPrefix(s.Name, systemPrefix) {
	case "pause_proposed", "pause_agreed", "pause_declined", "vacation":
		return 2
	case "closed":
		return 3
	case "ended", "paused": // before, the agreement of persons with a stand-in was not needed
		return 4
	case "forked":
		return 5
	default:
		return 1
	}
}
