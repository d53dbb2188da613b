package table

import (
	"bytes"
	"slices"
	"time"

	"nemeton/server/wire"
)

const (
	// many spectators need not know of each who comes or goes...
	many = 32
	// recount ...but how many they are, this much later at most.
	recount = 500 * time.Millisecond
)

// headcount is what all at a table were told last of who is here. The table's lock guards it.
type headcount struct {
	told  wire.Presence
	at    time.Time
	timer *time.Timer // tells how many spectators there are now; nil where they know
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
	spelled := encode(frame)
	later := l.later(frame)
	for s := range l.subs {
		if s.presence == nil || !later && !bytes.Equal(s.presence, spelled) {
			s.presence = spelled
			s.push(spelled)
		}
	}
}

// later tells whether those who were told of a presence before need not hear of this one yet, and sees to it that they will.
func (l *live) later(frame wire.Presence) bool {
	h := &l.headcount
	last := h.told
	last.Spectators = frame.Spectators
	onlyNumber := slices.Equal(last.Seats, frame.Seats) && last.Interrupted == frame.Interrupted
	early := recount - time.Since(h.at)
	if onlyNumber && frame.Spectators > many && early > 0 {
		if h.timer == nil {
			h.timer = time.AfterFunc(early, func() { l.reg.errand(l.id, func(e *errand) { e.here = true }) })
		}
		return true
	}
	if h.timer != nil {
		h.timer.Stop()
	}
	*h = headcount{told: frame, at: time.Now()}
	return false
}
