package table

import (
	"time"

	"nemeton/engine"
)

// Limits of the recent entries. All tables of a node share the memory, so that a few tables remember much and thousands stay bounded.
const (
	maxRecent      = 200
	recentMemory   = 8 << 20  // bytes for all tables
	minRecentBytes = 24 << 10 // bytes for each table
	maxRecentBytes = 4 << 20
	// The newest entries keep their encoded updates. An older one is encoded again for a client that missed it: measured, it takes 10 to 40 KB encoded
	// for five seats, and 1 KB else.
	maxEncoded = 2
	// restAfter is the time without a move after which a table gives its memory back. The clients that are connected have all entries by then.
	restAfter = time.Minute
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

// size estimates the memory that the entry takes, in bytes.
func (e *recentEntry) size() int {
	total := 2 << 10 // of the fold and its events
	if e.shared != nil {
		total += 2*e.shared.added + len(e.texts.Common())
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

// dropEncoded frees what can be made again. Sockets keep the messages that wait in their queues.
func (e *recentEntry) dropEncoded() {
	e.shared, e.stages, e.updates, e.spare, e.texts = nil, nil, nil, nil, engine.EventTexts{}
}

// remember adds the newest entry, frees the updates of older ones, and drops the oldest ones beyond the limits. A reconnecting client lets entries grow until
// the next one comes: at most by one update for each seat.
func (l *live) remember(e *recentEntry) {
	l.movedAt.Store(max(1, l.reg.cfg.Elapsed().Milliseconds()))
	for _, older := range l.recent[:max(0, len(l.recent)+1-maxEncoded)] {
		if len(older.updates) > 0 {
			older.dropEncoded()
			l.recentBytes -= older.counted
			older.counted = older.size()
			l.recentBytes += older.counted
		}
	}
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

// rest frees the memory that only a table needs at which somebody moves. The next move makes the projections again.
func (l *live) rest() error {
	l.movedAt.Store(0)
	l.recent, l.recentBytes, l.shared, l.projections = nil, 0, nil, nil
	return nil
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
