package table

import (
	"context"
	"slices"
	"sync"
	"time"

	"nemeton/server/fanout"
	"nemeton/server/store"
)

const (
	// pollBatch is the maximum number of tables in one query for their versions.
	pollBatch = 2000
	// pollAll is the number of looks at the changes after which all watched tables are polled once: a node of an older version notes no changes.
	pollAll = 30
	// A node forgets changes that are older than forgetAfter. So a cursor that was not read for maxCursorAge may have missed some.
	forgetAfter  = 5 * time.Minute
	maxCursorAge = forgetAfter - time.Minute
)

// changeFeed is this node's cursor in the changes of the store.
type changeFeed struct {
	mu     sync.Mutex // held during a look
	cursor store.Cursor
	looks  int
	at     time.Duration // of the last look that succeeded, as the next one
	older  store.Cursor  // one that is older than forgetAfter when it is forgotten
	forgot time.Duration
}

// lookForChanges lets the watched tables follow what changed in the store, and act if it is their time. It runs at an interval, so that a lost node
// message delays an update by at most that. It does not wait for the tables, so a slow one delays no other. After a failure the next look sees the
// same changes.
func (r *Registry) lookForChanges() {
	f := &r.changes
	f.mu.Lock()
	defer f.mu.Unlock()
	began := r.cfg.Elapsed()
	if began-f.at > maxCursorAge {
		f.cursor = store.Cursor{}
	}
	changes, err := r.readChanges(f.cursor)
	if err == nil {
		changes.Unknown = changes.Unknown || f.looks%pollAll == 0
		err = r.poll(r.changedHere(changes))
	}
	if err != nil {
		r.cfg.Log.Warn().Err(err).Msg("could not read from the store which tables have changed")
	} else {
		f.cursor, f.at = changes.Next, began
		f.looks++
		r.forgetChanges(began)
	}
	r.actOnTime()
}

// readChanges reads the changes since the cursor. Its failures reveal an outage of the store even if no command meets one.
func (r *Registry) readChanges(since store.Cursor) (store.Changes, error) {
	ctx, cancel := r.pollContext()
	defer cancel()
	changes, err := r.cfg.Store.ChangedSince(ctx, since)
	r.outage.note(err, false)
	return changes, err
}

func (r *Registry) pollContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), max(r.cfg.Poll, time.Second))
}

// changedHere returns the watched tables that may have changed, and reports the changes that this node does not know to the others who asked for them.
func (r *Registry) changedHere(c store.Changes) (changed []*mailbox) {
	if c.Unknown {
		for _, m := range r.tables() {
			if m.live.subscribers.Load() > 0 {
				changed = append(changed, m)
			}
		}
		r.chatChanged(fanout.ChatChange{})
		return changed
	}
	seen, listed := map[store.ChangedTable]bool{}, map[*mailbox]bool{}
	for _, t := range c.Tables {
		if seen[t] {
			continue
		}
		seen[t] = true
		m := r.inMemory(t.Table)
		switch {
		case t.Chat:
			r.chatChanged(fanout.ChatChange{Table: t.Table})
			continue
		case m != nil && t.Seq > 0 && uint64(t.Seq) <= m.live.knownSeq.Load():
			continue
		case m != nil && m.live.subscribers.Load() > 0 && !listed[m]:
			listed[m], changed = true, append(changed, m)
		}
		r.report(fanout.Message{Tables: []fanout.TableChange{{Table: t.Table, Seq: t.Seq, RowChanged: t.Seq == 0}}})
	}
	return changed
}

func (r *Registry) chatChanged(c fanout.ChatChange) {
	if r.cfg.ChatChanged != nil {
		r.cfg.ChatChanged(c)
	}
}

// poll tells tables their versions in the store.
func (r *Registry) poll(tables []*mailbox) error {
	for batch := range slices.Chunk(tables, pollBatch) {
		ids, appends := make([]store.TableID, len(batch)), make([]uint64, len(batch))
		for i, m := range batch {
			ids[i], appends[i] = m.live.id, m.live.appends.Load()
		}
		versions, err := r.versions(ids)
		if err != nil {
			return err
		}
		for i, m := range batch {
			m.postPoll(versions[m.live.id], appends[i])
		}
	}
	return nil
}

func (r *Registry) versions(ids []store.TableID) (map[store.TableID]store.TableVersion, error) {
	ctx, cancel := r.pollContext()
	defer cancel()
	versions, err := r.cfg.Store.TableVersions(ctx, ids)
	r.outage.note(err, false)
	return versions, err
}

// postPoll tells the table its version in the store. appends is the number of appends of this node before the version was read.
func (m *mailbox) postPoll(version store.TableVersion, appends uint64) {
	m.post("poll", func(l *live) error {
		l.follow(&version, appends)
		return nil
	})
}

// actOnTime lets the watched tables act whose time has come, or whose state changed since they last looked. Tables at which nobody moved for a while rest.
func (r *Registry) actOnTime() {
	now, elapsed := r.now().UnixMilli(), r.cfg.Elapsed().Milliseconds()
	for _, m := range r.tables() {
		if moved := m.live.movedAt.Load(); moved > 0 && elapsed-moved >= restAfter.Milliseconds() {
			m.post("rest", (*live).rest)
		}
		if m.live.subscribers.Load() > 0 && m.live.looksAt.Load() <= now {
			m.post("look", func(l *live) error {
				l.follow(nil, 0)
				return nil
			})
		}
	}
}

// forgetChanges deletes old changes from the store now and then.
func (r *Registry) forgetChanges(now time.Duration) {
	f := &r.changes
	if now-f.forgot < forgetAfter {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), backgroundTimeout)
	defer cancel()
	if err := r.cfg.Store.ForgetChanges(ctx, f.older); err != nil {
		r.cfg.Log.Warn().Err(err).Msg("could not delete old changes from the store")
	}
	f.older, f.forgot = f.cursor, now
}
