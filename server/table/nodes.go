package table

import (
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/fanout"
	"nemeton/server/store"
)

// presenceBatch is the maximum number of tables in one presence message.
const presenceBatch = 500

func (r *Registry) joinBus() (leave func()) {
	if r.cfg.Bus == nil {
		return func() {}
	}
	r.done.Go(r.presenceLoop)
	return r.cfg.Bus.Listen(fanout.Listener{OnMessage: r.onMessage, OnJoin: func() { signal(r.joined) }})
}

// signal wakes the receiver of a channel with capacity 1. It does not block.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// onMessage handles a message of another node. It does not block: goroutines do the work.
func (r *Registry) onMessage(m fanout.Message) {
	for _, t := range m.Tables {
		r.announce(t)
	}
	r.report(m)
	now := r.cfg.Now()
	if m.Alive && !r.remote.noteAlive(m.From, now) {
		signal(r.joined)
	}
	for _, p := range m.Presence {
		if r.remote.update(m.From, p, now) {
			r.announcePresence(p.Table)
		}
	}
	for _, session := range m.Sessions {
		r.endSession(session)
	}
	for _, c := range m.Chats {
		r.chatChanged(c)
	}
	for _, w := range m.Watching {
		r.mergeWatching(m.From, w)
	}
	if m.Bans && r.cfg.BansChanged != nil {
		r.cfg.BansChanged()
	}
	if m.AskPresence {
		signal(r.presenceRequested)
	}
}

// AnnounceBans tells the other nodes that the banned addresses have changed.
func (r *Registry) AnnounceBans() { r.publish(fanout.Message{Bans: true}) }

func (r *Registry) report(m fanout.Message) {
	if r.cfg.Changed != nil {
		for _, t := range m.Tables {
			r.cfg.Changed(t)
		}
	}
	if r.cfg.PlayerChanged != nil {
		for _, p := range m.Players {
			r.cfg.PlayerChanged(p)
		}
	}
}

// AnnouncePlayer announces that the invitations of a player have changed, here and to the other nodes.
func (r *Registry) AnnouncePlayer(id store.PlayerID) {
	r.publish(fanout.Message{Players: []store.PlayerID{id}})
}

// publish reports a message here, and sends it to the other nodes if there is a bus. It does not block.
func (r *Registry) publish(m fanout.Message) {
	r.report(m)
	if r.cfg.ChangedHere != nil {
		for _, t := range m.Tables {
			r.cfg.ChangedHere(t)
		}
	}
	if r.cfg.Bus != nil {
		r.cfg.Bus.Publish(m)
	}
}

// follow begins or ends to follow a table on the bus.
func (r *Registry) follow(id store.TableID, f following) {
	switch {
	case r.cfg.Bus == nil:
	case f == follows:
		r.cfg.Bus.Follow(id)
	case f == unfollows:
		r.cfg.Bus.Unfollow(id)
	}
}

// announce passes a change that another node made to the table, if it has subscribers here. Other uses of a table read the store first. Of the
// messages that arrive while the table is busy, the newest counts.
func (r *Registry) announce(change fanout.TableChange) {
	m := r.inMemory(change.Table)
	if m == nil {
		return
	}
	m.announced.merge(change)
	m.post("node message", func(l *live) error {
		change := m.announced.take()
		if l.fold != nil && len(l.subs) > 0 && (change.RowChanged || change.Seq > l.fold.Seq()) {
			l.refreshAfter("a node message")
		}
		return nil
	})
}

// announcePresence lets a table broadcast the presence that another node reported.
func (r *Registry) announcePresence(id store.TableID) {
	if m := r.inMemory(id); m != nil {
		m.post("presence", (*live).presenceChanged)
	}
}

// announcement merges the changes that node messages announce.
type announcement struct {
	mu     sync.Mutex // guards change
	change fanout.TableChange
}

func (a *announcement) merge(c fanout.TableChange) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.change.Seq, a.change.RowChanged = max(a.change.Seq, c.Seq), a.change.RowChanged || c.RowChanged
}

func (a *announcement) take() fanout.TableChange {
	a.mu.Lock()
	defer a.mu.Unlock()
	taken := a.change
	a.change = fanout.TableChange{}
	return taken
}

func (l *live) publishPresence(seats []engine.Seat, spectators int) {
	last := l.publishedPresence.Load()
	if l.reg.cfg.Bus == nil || last != nil && last.Spectators == spectators && slices.Equal(last.Seats, seats) {
		return
	}
	p := &fanout.Presence{Table: l.id, Count: l.reg.presenceVersion.Add(1), Seats: seats, Spectators: spectators}
	l.publishedPresence.Store(p)
	l.publish(fanout.Message{Presence: []fanout.Presence{*p}})
}

// presenceLoop tells the other nodes that this node runs, and drops the presence of nodes that have fallen silent. When the bus becomes
// usable, for the first time or again, it asks the other nodes for their presence and for their parts in groups that watch together. It asks the store for changes
// that were missed.
func (r *Registry) presenceLoop() {
	tick := time.NewTicker(r.cfg.PresenceEvery)
	defer tick.Stop()
	for beats := 1; ; {
		select {
		case <-r.stop:
			return
		case <-r.joined:
			r.publish(fanout.Message{AskPresence: true})
			r.publishAllPresence()
			r.publishWatching(true)
			r.lookForChanges()
		case <-r.presenceRequested:
			r.publishAllPresence()
		case <-tick.C:
			r.beat(beats%repeatEvery == 0)
			beats++
		}
	}
}

// beat tells the other nodes that this node runs, and drops the presence of silent nodes. With repeat, it repeats the presence on this node. A node that stood still
// drops nothing at its first beat, because the messages of that time still wait.
func (r *Registry) beat(repeat bool) {
	r.publish(fanout.Message{Alive: true})
	if repeat {
		r.publishAllPresence()
	}
	r.publishWatching(false)
	silence, now, elapsed := maxSilentBeats*r.cfg.PresenceEvery, r.cfg.Now(), r.cfg.Elapsed()
	stood := elapsed-r.beatAt > silence
	if r.beatAt = elapsed; stood {
		return
	}
	r.dropWatching(now.Add(-silence))
	for _, id := range r.remote.expire(now.Add(-silence), now.Add(-repeatEvery*silence)) {
		r.announcePresence(id)
	}
}

func (r *Registry) publishAllPresence() {
	var batch []fanout.Presence
	for _, m := range r.tables() {
		if p := m.live.publishedPresence.Load(); p != nil && m.live.subscribers.Load() > 0 {
			batch = append(batch, *p)
		}
		if len(batch) == presenceBatch {
			r.publish(fanout.Message{Presence: batch})
			batch = nil
		}
	}
	if len(batch) > 0 {
		r.publish(fanout.Message{Presence: batch})
	}
}
