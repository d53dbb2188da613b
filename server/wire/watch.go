package wire

import "nemeton/engine"

// WatchMoment is the moment of a replay that the leader of a group shows.
type WatchMoment struct {
	Seq  engine.Seq  `json:"seq"`
	Eyes engine.Seat `json:"eyes"` // a seat; -1: a spectator; -2: everything is open
}

// Watch is the state of a group that watches the replay of a finished table together. Each member gets it after each change.
type Watch struct {
	T       string        `json:"t"` // "watch"
	Group   string        `json:"group"`
	You     int           `json:"you"`
	Leader  int           `json:"leader"`
	Members []WatchMember `json:"members"` // in the order of their arrival
	At      *WatchMoment  `json:"at,omitempty"`
}

// WatchMember is a member of a group. The number is unique in the group; the name is empty for people who are not signed in.
type WatchMember struct {
	Number int    `json:"number"`
	Name   string `json:"name,omitempty"`
}

// Bounds of the members of a watch.
const (
	minGroup, maxGroup = 8, 32
	maxWatchSeq        = 1 << 20
	maxWatchSeat       = 15
)

// goodWatch reports whether the members of a watch can be passed on: a group that only people with the link know, and a moment that a record can have.
func (m ClientMessage) goodWatch() bool {
	if len(m.Group) < minGroup || len(m.Group) > maxGroup || m.To < 0 {
		return false
	}
	for i := range len(m.Group) {
		c := m.Group[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	at := m.At
	return at == nil || at.Seq >= 1 && at.Seq <= maxWatchSeq && at.Eyes >= -2 && at.Eyes <= maxWatchSeat
}
