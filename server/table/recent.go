package table

import (
	"nemeton/engine"
)

// Limits of the recent entries. Measured: an entry of a game for five takes 10 to 40 KB with the updates of all seats. All tables of a node share the
// memory, so that a few tables remember much and thousands stay bounded.
const (
	maxRecent      = 200
	recentMemory   = 64 << 20  // bytes for all tables
	minRecentBytes = 128 << 10 // bytes for each table
	maxRecentBytes = 16 << 20
)

// recentEntry is one of the newest entries of a table. Reconnecting clients get it from memory. It holds the fold after the entry, so that it can be
// encoded for an audience that had no socket at the time.
type recentEntry struct {
	before  *engine.Fold // the table before the entry; never changed
	fold    *engine.Fold // never changed
	kind    engine.Kind
	events  []engine.Event
	head    string // the entry's short head
	clocks  []byte // members of the updates; empty without clocks
	shared  *sharedView
	stages  *sharedStages // made for the first subscription that wants steps
	updates []*update     // encoded so far
	spare   []update      // memory of the next updates
	texts   engine.EventTexts
	counted int // size, when the entry was remembered
}

// newRecentEntry makes an entry with memory for the updates of so many audiences. More is allocated as it is needed.
func newRecentEntry(before, fold *engine.Fold, kind engine.Kind, events []engine.Event, audiences int) *recentEntry {
	e := &recentEntry{before: before, fold: fold, kind: kind, events: events, clocks: encodeClocks(fold)}
	if audiences > 0 {
		e.updates, e.spare = make([]*update, 0, audiences), make([]update, audiences)
	}
	return e
}

// newUpdate returns an empty update from the entry's memory. The memory is never used again, because sockets and later entries refer to it.
func (e *recentEntry) newUpdate() *update {
	if len(e.spare) == 0 {
		e.spare = make([]update, 1)
	}
	u := &e.spare[0]
	e.spare = e.spare[1:]
	return u
}

// update returns the entry as an audience may know it. before is the audience's projection before the entry, if known.
func (e *recentEntry) update(v audience, before projection) *update {
	u := e.known(v)
	if u == nil {
		if e.shared == nil {
			e.shared = projectShared(e.fold, nil)
		}
		u = newUpdate(e, v, before)
		e.updates = append(e.updates, u)
	}
	return u
}

// known returns the update of an audience; nil if it is not encoded yet.
func (e *recentEntry) known(v audience) *update {
	for _, u := range e.updates {
		if u.audience == v {
			return u
		}
	}
	return nil
}

// size estimates the memory that the entry takes, in bytes. The fold counts as its shared view.
func (e *recentEntry) size() int {
	total := 8 << 10 // of a fold that was not encoded yet
	if e.shared != nil {
		total = 1<<10 + 2*e.shared.added + len(e.texts.Common())
		if e.shared.common != nil {
			total += e.shared.common.size()
		}
	}
	if e.stages != nil {
		total += e.stages.size()
	}
	for _, u := range e.updates {
		total += u.size()
	}
	return total
}

// remember adds the newest entry and drops the oldest ones beyond the limits. An entry counts as large as it is now, although a reconnecting client of
// another audience lets it grow: at most by one update for each seat.
func (l *live) remember(e *recentEntry) {
	e.counted = e.size()
	l.recent, l.recentBytes = append(l.recent, e), l.recentBytes+e.counted
	limit := min(max(recentMemory/max(1, int(l.reg.inUse.Load())), minRecentBytes), maxRecentBytes)
	drop := 0
	for len(l.recent)-drop > 1 && (len(l.recent)-drop > maxRecent || l.recentBytes > limit) {
		l.recentBytes -= l.recent[drop].counted
		l.recent[drop] = nil // the array may live on for a while
		drop++
	}
	l.recent = l.recent[drop:]
}

// since returns the entries after seq; ok is false if they are not all remembered.
func (l *live) since(seq engine.Seq) (entries []*recentEntry, ok bool) {
	now := l.fold.Seq()
	missed := now - seq
	if seq > now || missed > engine.Seq(len(l.recent)) {
		return nil, false
	}
	return l.recent[engine.Seq(len(l.recent))-missed:], true
}
