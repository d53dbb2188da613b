package table

import (
	"context"
	"slices"
	"sync"

	"nemeton/server/apperr"
	"nemeton/server/store"
	"nemeton/server/wire"
)

// Limits of groups that watch together, so that no caller fills the memory of a node.
const (
	maxMembers = 50 // of a group
	maxGroups  = 50 // of a table
)

// together holds the groups that watch replays together on this node. They pass through the sockets of finished tables, but neither through their actors nor through
// the store: nothing of a table changes by them.
type together struct {
	mu     sync.Mutex // guards all below
	groups map[store.TableID]map[string]*group
	of     map[*Subscription]*group
}

// group is a group of people who see the moment that one of them shows.
type group struct {
	table   store.TableID
	name    string
	members []member // in the order of their arrival; never empty
	leader  int      // the number of the member who leads
	last    int      // the last number that was given to a member
	at      *wire.WatchMoment
}

type member struct {
	wire.WatchMember
	sub *Subscription
}

// Watch joins a group, shows it a moment as its leader, or passes the lead on. A moment of another member changes nothing, because the lead may have passed on
// meanwhile. Errors: table_running before the end of the game, not_allowed for a member who does not lead and passes the lead on, or if too many watch.
func (r *Registry) Watch(ctx context.Context, s *Subscription, m wire.ClientMessage) error {
	name, err := r.watcher(ctx, s)
	if err != nil {
		return err
	}
	x := &r.together
	x.mu.Lock()
	defer x.mu.Unlock()
	g, err := x.join(s, m.Group, name)
	if err != nil {
		return err
	}
	leads := g.members[g.index(s)].Number == g.leader
	switch {
	case m.To != 0 && !leads:
		return apperr.New(apperr.NotAllowed, "only the leader passes the lead on")
	case m.To != 0 && !slices.ContainsFunc(g.members, func(one member) bool { return one.Number == m.To }):
		return apperr.New(apperr.NotAllowed, "that person does not watch any more")
	case m.To != 0:
		g.leader = m.To
	}
	if m.At != nil && leads {
		g.at = m.At
	}
	g.tell()
	return nil
}

// watcher checks that the game is over, and returns the name of a subscriber; empty if anonymous.
func (r *Registry) watcher(ctx context.Context, s *Subscription) (name string, err error) {
	r.together.mu.Lock()
	known := r.together.of[s] != nil
	r.together.mu.Unlock()
	if known {
		return "", nil
	}
	row, err := r.cfg.Store.Table(ctx, s.live.id)
	switch {
	case err != nil:
		return "", refusal(err)
	case row.State != store.Finished:
		return "", apperr.New(apperr.TableRunning, "only a finished game can be watched together")
	case s.player == "":
		return "", nil
	}
	player, err := r.cfg.Store.Player(ctx, s.player)
	return player.Name, refusal(err)
}

// join returns the group of a subscription, which leaves another one. The caller holds x.mu.
func (x *together) join(s *Subscription, name, player string) (*group, error) {
	if g := x.of[s]; g != nil {
		if g.name == name {
			return g, nil
		}
		player = g.members[g.index(s)].Name
		x.leave(s)
	}
	groups := x.groups[s.live.id]
	g := groups[name]
	switch {
	case g == nil && len(groups) >= maxGroups, g != nil && len(g.members) >= maxMembers:
		return nil, apperr.New(apperr.NotAllowed, "too many people watch together here")
	case g == nil:
		g = &group{table: s.live.id, name: name}
		if groups == nil {
			groups = map[string]*group{}
			x.groups[s.live.id] = groups
		}
		groups[name] = g
	}
	g.last++
	g.members = append(g.members, member{wire.WatchMember{Number: g.last, Name: player}, s})
	if len(g.members) == 1 {
		g.leader = g.last
	}
	x.of[s] = g
	return g, nil
}

// end removes a subscription that has ended.
func (x *together) end(s *Subscription) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.leave(s)
}

// leave removes a subscription from its group, if it has one. The one that has been there longest leads then, if nobody else does. The caller holds x.mu.
func (x *together) leave(s *Subscription) {
	g := x.of[s]
	if g == nil {
		return
	}
	delete(x.of, s)
	gone := g.index(s)
	number := g.members[gone].Number
	g.members = slices.Delete(g.members, gone, gone+1)
	if len(g.members) == 0 {
		if delete(x.groups[g.table], g.name); len(x.groups[g.table]) == 0 {
			delete(x.groups, g.table)
		}
		return
	}
	if g.leader == number {
		g.leader = g.members[0].Number
	}
	g.tell()
}

func (g *group) index(s *Subscription) int {
	return slices.IndexFunc(g.members, func(one member) bool { return one.sub == s })
}

// tell sends the state of the group to its members.
func (g *group) tell() {
	state := wire.Watch{T: "watch", Group: g.name, Leader: g.leader, At: g.at}
	for _, one := range g.members {
		state.Members = append(state.Members, one.WatchMember)
	}
	for _, one := range g.members {
		state.You = one.Number
		one.sub.EnqueueOther(Encode(state))
	}
}
