package table

import (
	"bytes"
	"slices"
	"time"

	"nemeton/server/wire"
)

const (
	// crowdSize is the number of spectators up to which every arrival and departure is broadcast at once.
	crowdSize = 32
	// presenceInterval is the minimum time between two broadcasts of the number of spectators in a larger crowd.
	presenceInterval = 500 * time.Millisecond
)

type presenceThrottle struct {
	lastSent wire.Presence
	running  bool // a timer runs; meanwhile, changes in the size of a crowd are postponed
	pending  bool // a change was postponed
}

// broadcastPresence sends the presence at all nodes to every subscription. A subscription whose last presence was the same gets
// nothing: otherwise the number of messages would reveal events that must stay hidden, such as a failed append. In a crowd, only the
// changes of its size are throttled, because their number of messages grows with the square of its size.
func (l *live) broadcastPresence() {
	if l.fold == nil {
		return // a rewind was interrupted; its end does it
	}
	here := l.seatStatus()
	l.lastSeatStatus.Store(here)
	presence := wire.Presence{T: "presence", Seats: l.reg.connectedAnywhere(l.id, here.connected), Interrupted: l.reg.outage.interrupted()}
	presence.Spectators = l.spectators()
	l.publishPresence(here.connected, presence.Spectators)
	_, others := l.reg.remote.at(l.id)
	presence.Spectators += others
	message := Encode(presence)
	postponed := l.postpone(presence)
	if l.reg.subscriptions.isDraining() {
		return // All subscriptions end. The news of each end would depend on their order.
	}
	for s := range l.subs {
		if s.presence == nil || !postponed && !bytes.Equal(s.presence.plain, message.plain) {
			s.presence = message
			l.send(s, message)
		}
	}
}

// presenceChanged broadcasts the presence after a change that did not happen at this table: on another node, or of the store.
func (l *live) presenceChanged() error {
	switch {
	case l.fold == nil || len(l.subs) == 0:
	case l.endWarnings():
		l.broadcastTable()
	default:
		l.broadcastPresence()
	}
	return nil
}

func (l *live) spectators() int {
	n := 0
	for s := range l.subs {
		if _, seated := s.Seat(); !seated {
			n++
		}
	}
	return n
}

// postpone reports whether subscriptions that have received a presence before can get this one later. If so, sendPostponed will send
// it.
func (l *live) postpone(presence wire.Presence) bool {
	t := &l.throttle
	onlyNumber := slices.Equal(t.lastSent.Seats, presence.Seats) && t.lastSent.Interrupted == presence.Interrupted
	if onlyNumber && presence.Spectators > crowdSize && t.running {
		t.pending = true
		return true
	}
	t.lastSent, t.pending = presence, false
	if !t.running && presence.Spectators > crowdSize {
		t.running = true
		l.out.timers = append(l.out.timers, timer{"postponed presence", presenceInterval, (*live).sendPostponed})
	}
	return false
}

// sendPostponed broadcasts the current presence if a change was postponed.
func (l *live) sendPostponed() error {
	l.throttle.running = false
	if l.throttle.pending && l.fold != nil {
		l.broadcastPresence()
	}
	return nil
}
