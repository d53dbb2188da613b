package table

import (
	"bytes"
	"slices"
	"time"

	"nemeton/server/wire"
)

const (
	// many is how many spectators are no crowd yet: all are told of each who comes or goes.
	many = 32
	// recount is how long the others of a crowd wait at most to be told how many they are.
	recount = 500 * time.Millisecond
)

// headcount is what all at a table were told last of who is here. The table's lock guards it.
type headcount struct {
	told wire.Presence
	rest *time.Timer // while it runs, a change of a crowd's number waits; nil where none does
	owed bool        // such a change came
}

// tellPresence tells everyone who is connected, to any node. Who was told the same last is told nothing: several reasons to tell that come
// at nearly the same time, as where the store stumbles for a moment, must not be counted by whoever listens. While a crowd arrives or leaves
// its number is told now and then: each telling each of each other would be as many frames as the square of it.
func (l *live) tellPresence() {
	here := l.attend()
	l.present.Store(here)
	frame := wire.Presence{T: "presence", Seats: l.reg.everywhere(l.id, here.connected), Interrupted: l.reg.outage.interrupted()}
	for s := range l.subs {
		if _, ok := s.viewer.Seat(); !ok {
			frame.Spectators++
		}
	}
	l.tellHere(here.connected, frame.Spectators)
	_, others := l.reg.elsewhere.at(l.id)
	frame.Spectators += others
	spelled := text(frame)
	later := l.later(frame)
	for s := range l.subs {
		if s.presence == nil || !later && !bytes.Equal(s.presence.plain, spelled.plain) {
			s.presence = spelled
			s.push(spelled)
		}
	}
}

// later tells whether those who were told of a presence before need not hear of this one yet, and sees to it that they will.
func (l *live) later(frame wire.Presence) bool {
	h := &l.headcount
	onlyNumber := slices.Equal(h.told.Seats, frame.Seats) && h.told.Interrupted == frame.Interrupted
	if onlyNumber && frame.Spectators > many && h.rest != nil {
		h.owed = true
		return true
	}
	h.told, h.owed = frame, false
	if h.rest == nil && frame.Spectators > many {
		h.rest = time.AfterFunc(recount, l.count)
	}
	return false
}

// count tells the number that changed meanwhile.
func (l *live) count() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.headcount.rest = nil
	if l.headcount.owed && !l.gone && l.fold != nil {
		l.tellPresence()
	}
}
