package table

import (
	"context"
	"slices"
	"sync"
	"time"

	"nemeton/engine"
	"nemeton/server/apperr"
	"nemeton/server/fanout"
	"nemeton/server/store"
	"nemeton/server/typed"
	"nemeton/server/wire"
)

// Limits of groups that watch together, so that no caller fills the memory of a node.
const (
	maxMembers     = 50  // of a group
	maxGroups      = 50  // of a table
	maxWatcherName = 256 // in bytes; each change of a group sends the names of all members to each of them
)

// watchPatience is the time for which the first member of a group on this node waits for the parts of other nodes.
const watchPatience = 300 * time.Millisecond

// together holds the groups with members on this node that watch replays together. They pass through the sockets of finished tables and between nodes, but
// neither through actors nor through the store: nothing of a table changes by them.
type together struct {
	node    string     // the id of this one
	mu      sync.Mutex // guards all below
	groups  map[store.TableID]map[string]*group
	of      map[*Subscription]*group
	changed []fanout.WatchPart // not published yet
	count   uint64             // of the last part
}

// group is a group of people who see the moment that one of them shows.
type group struct {
	table    store.TableID
	name     string
	since    int64               // when this node joined it
	members  []member            // on this node, in the order of their arrival; never empty
	others   map[string]nodePart // by other nodes
	shown    fanout.WatchShown
	last     int           // the highest number of a member so far
	answered chan struct{} // closed once another node has answered; nil if none can
	replay
}

// replay has the bounds of the moments of a finished table.
type replay struct {
	newest engine.Seq
	seats  engine.Seat
}

// has reports whether a moment is one of the replay. Eyes below zero belong to no seat.
func (r replay) has(at *wire.WatchMoment) bool { return at.Seq <= r.newest && at.Eyes < r.seats }

type member struct {
	fanout.Watcher
	sub *Subscription
}

// Watch joins a group, shows it a moment as its leader, or passes the lead on. A moment of another member changes nothing, because the lead may have passed on
// meanwhile. The first member on a node blocks for up to watchPatience, because members on other nodes may lead. Errors: table_running before the end of the game,
// not_allowed for a member who does not lead and passes the lead on, or if too many watch. A moment that the replay does not have is malformed.
func (r *Registry) Watch(ctx context.Context, s *Subscription, m wire.ClientMessage) error {
	name, shown, err := r.watcher(ctx, s)
	if err != nil {
		return err
	}
	var g *group
	var joined bool
	var wait chan struct{}
	r.changeTogether(func(x *together) {
		known := x.of[s]
		if g, err = r.joinGroup(s, m.Group, name, shown); err == nil && g != known {
			joined, wait = true, g.answered
			x.publish(g, true)
		}
	})
	if err != nil {
		return err
	}
	if wait != nil {
		patience, cancel := context.WithTimeout(ctx, watchPatience)
		defer cancel()
		select {
		case <-wait:
		case <-patience.Done():
		}
	}
	r.changeTogether(func(x *together) {
		if x.of[s] != g { // ended meanwhile
			return
		}
		if err = r.show(g, g.members[g.index(s)], m, joined); err != nil && joined {
			x.leave(s) // the sender of a refused message does not join
		}
	})
	return err
}

// show lets a member show a moment, or pass the lead on. The others hear of a change alone. The caller holds the lock.
func (r *Registry) show(g *group, by member, m wire.ClientMessage, joined bool) error {
	leads := by.Number == g.leader()
	switch {
	case m.To != 0 && !leads:
		return apperr.New(apperr.NotAllowed, "only the leader passes the lead on")
	case m.To != 0 && !slices.ContainsFunc(g.all(), func(one fanout.Watcher) bool { return one.Number == m.To }):
		return apperr.New(apperr.NotAllowed, "that person does not watch any more")
	case leads && m.At != nil && !g.has(m.At):
		return apperr.New(apperr.Malformed, "the replay has no such moment")
	}
	next, changes := g.shown, leads && (m.To != 0 || m.At != nil)
	if changes {
		next.Turn, next.Since, next.Node, next.Leader = next.Turn+1, g.since, r.cfg.Node.ID, by.Number
		if m.To != 0 {
			next.Leader = m.To
		}
		if m.At != nil {
			next.Seq, next.Eyes = m.At.Seq, m.At.Eyes
		}
		g.shown = next
		r.together.publish(g, false)
	}
	if changes || joined {
		g.tell(g.members...)
	} else {
		g.tell(by)
	}
	return nil
}

// watcher checks that the game is over. It returns the name of a subscriber, empty if anonymous, and the bounds of the replay. A member is known already.
func (r *Registry) watcher(ctx context.Context, s *Subscription) (name string, shown replay, err error) {
	r.together.mu.Lock()
	known := r.together.of[s] != nil
	r.together.mu.Unlock()
	if known {
		return "", shown, nil
	}
	row, err := r.cfg.Store.Table(ctx, s.live.id)
	switch {
	case err != nil:
		return "", shown, refusal(err)
	case row.State != store.Finished:
		return "", shown, apperr.New(apperr.TableRunning, "only a finished game can be watched together")
	}
	shown = replay{row.Seq, engine.Seat(len(row.Seats))}
	if s.player == "" {
		return "", shown, nil
	}
	player, err := r.cfg.Store.Player(ctx, s.player)
	return typed.Cut(player.Name, maxWatcherName), shown, refusal(err)
}

// joinGroup returns the group of a subscription, which leaves another one. The caller holds the lock.
func (r *Registry) joinGroup(s *Subscription, name, player string, shown replay) (*group, error) {
	x := &r.together
	if g := x.of[s]; g != nil {
		if g.name == name {
			return g, nil
		}
		player, shown = g.members[g.index(s)].Name, g.replay
		x.leave(s)
	}
	groups := x.groups[s.live.id]
	g := groups[name]
	switch {
	case g == nil && len(groups) >= maxGroups, g != nil && len(g.all()) >= maxMembers:
		return nil, apperr.New(apperr.NotAllowed, "too many people watch together here")
	case g == nil:
		g = &group{table: s.live.id, name: name, since: r.cfg.Now().UnixMicro(), others: map[string]nodePart{}, replay: shown}
		g.shown = fanout.WatchShown{Since: g.since, Node: r.cfg.Node.ID, Leader: 1}
		if r.cfg.Bus != nil {
			g.answered = make(chan struct{})
		}
		if groups == nil {
			groups = map[string]*group{}
			x.groups[s.live.id] = groups
		}
		groups[name] = g
	}
	g.last++
	g.members = append(g.members, member{fanout.Watcher{Number: g.last, Name: player}, s})
	x.of[s] = g
	return g, nil
}

// endWatching removes a subscription that has ended.
func (r *Registry) endWatching(s *Subscription) {
	r.changeTogether(func(x *together) { x.leave(s) })
}

// leave removes a subscription from its group, if it has one. The caller holds x.mu.
func (x *together) leave(s *Subscription) {
	g := x.of[s]
	if g == nil {
		return
	}
	delete(x.of, s)
	gone := g.index(s)
	g.members = slices.Delete(g.members, gone, gone+1)
	x.publish(g, false)
	if len(g.members) == 0 {
		if delete(x.groups[g.table], g.name); len(x.groups[g.table]) == 0 {
			delete(x.groups, g.table)
		}
		return
	}
	g.tell(g.members...)
}

func (g *group) index(s *Subscription) int {
	return slices.IndexFunc(g.members, func(one member) bool { return one.sub == s })
}

// all returns the members on all nodes, in the order of their numbers.
func (g *group) all() (list []fanout.Watcher) {
	for _, one := range g.members {
		list = append(list, one.Watcher)
	}
	for _, part := range g.others {
		list = append(list, part.members...)
	}
	slices.SortFunc(list, func(a, b fanout.Watcher) int { return a.Number - b.Number })
	return list
}

// leader returns the number of the member who leads: the one that was chosen, or the first one if that has left.
func (g *group) leader() int {
	all := g.all()
	if slices.ContainsFunc(all, func(one fanout.Watcher) bool { return one.Number == g.shown.Leader }) {
		return g.shown.Leader
	}
	return all[0].Number
}

// tell sends the state of the group to members on this node.
func (g *group) tell(to ...member) {
	state := wire.Watch{T: "watch", Group: g.name, Leader: g.leader()}
	if g.shown.Seq > 0 {
		state.At = &wire.WatchMoment{Seq: g.shown.Seq, Eyes: g.shown.Eyes}
	}
	for _, one := range g.all() {
		state.Members = append(state.Members, wire.WatchMember(one))
	}
	for _, one := range to {
		state.You = one.Number
		one.sub.EnqueueOther(Encode(state))
	}
}
