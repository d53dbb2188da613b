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

// presenceThrottle limits the presence broadcasts of one table. The table's lock guards it.
type presenceThrottle struct {
	lastSent wire.Presence
	timer    *time.Timer // while it runs, changes in the size of a crowd are postponed; nil if none runs
	pending  bool        // a change was postponed
}

// broadcastPresence sends the presence at all nodes to every subscription. A subscription whose last presence was the same gets
// nothing: otherwise the number of messages would reveal events that must stay hidden, such as a failed append. In a crowd, only the
// changes of its size are throttled, because their number of messages grows with the square of its size.
func (l *live) broadcastPresence() {
	here := l.occupancy()
	l.lastOccupancy.Store(here)
	presence := wire.Presence{T: "presence", Seats: l.reg.connectedAnywhere(l.id, here.connected), Interrupted: l.reg.outage.interrupted()}
	presence.Spectators = l.spectators()
	l.publishPresence(here.connected, presence.Spectators)
	_, others := l.reg.remote.at(l.id)
	presence.Spectators += others
	message := encodeMessage(presence)
	postponed := l.postpone(presence)
	for s := range l.subs {
		if s.presence == nil || !postponed && !bytes.Equal(s.presence.plain, message.plain) {
			s.presence = message
			s.push(message)
		}
	}
}

// spectators counts the spectators on this node.
func (l *live) spectators() int {
	n := 0
	for s := range l.subs {
		if _, seated := s.viewer.Seat(); !seated {
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
	if onlyNumber && presence.Spectators > crowdSize && t.timer != nil {
		t.pending = true
		return true
	}
	t.lastSent, t.pending = presence, false
	if t.timer == nil && presence.Spectators > crowdSize {
		t.timer = time.AfterFunc(presenceInterval, l.sendPostponed)
	}
	return false
}

// sendPostponed broadcasts the current presence if a change was postponed.
func (l *live) sendPostponed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.throttle.timer = nil
	if l.throttle.pending && !l.evicted && l.fold != nil {
		l.broadcastPresence()
	}
}
