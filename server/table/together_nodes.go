package table

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"nemeton/server/fanout"
)

// A group can have members on several nodes. Each node publishes its part of the group, again with each beat and when the bus becomes usable, and merges the parts
// of the others. So a lost message costs delay, and the part of a node that has died is dropped.

// nodePart is the part of another node in a group.
type nodePart struct {
	members []fanout.Watcher
	count   uint64
	heard   time.Time
}

// changeTogether runs do with the lock, and then publishes the parts that do has changed.
func (r *Registry) changeTogether(do func(*together)) {
	if parts := r.inTogether(do); len(parts) > 0 {
		r.publish(fanout.Message{Watching: parts})
	}
}

func (r *Registry) inTogether(do func(*together)) (changed []fanout.WatchPart) {
	x := &r.together
	x.mu.Lock()
	defer x.mu.Unlock()
	do(x)
	changed, x.changed = x.changed, nil
	return changed
}

// publish notes that the part of this node in a group is to be published.
func (x *together) publish(g *group, ask bool) {
	x.count++
	part := fanout.WatchPart{Table: g.table, Group: g.name, Node: x.node, Since: g.since, Count: x.count, Shown: g.shown, Ask: ask}
	for _, one := range g.members {
		part.Members = append(part.Members, one.Watcher)
	}
	x.changed = append(x.changed, part)
}

// mergeWatching merges the part of another node into the group, if that has members here. It neither blocks nor publishes: a goroutine answers.
func (r *Registry) mergeWatching(from string, part fanout.WatchPart) {
	answers := r.inTogether(func(x *together) {
		g := x.groups[part.Table][part.Group]
		if g == nil || g.others[from].count >= part.Count {
			return
		}
		before := g.others[from]
		g.others[from] = nodePart{part.Members, part.Count, r.cfg.Now()}
		changed := !slices.Equal(before.members, part.Members)
		if newer(part.Shown, g.shown) {
			g.shown, changed = part.Shown, true
		}
		for _, one := range part.Members {
			g.last = max(g.last, one.Number)
		}
		renumbered := r.renumber(g, part)
		if !part.Ask && g.answered != nil {
			close(g.answered)
			g.answered = nil
		}
		if changed || renumbered {
			g.tell(g.members...)
		}
		if part.Ask || renumbered {
			x.publish(g, false)
		}
	})
	if len(answers) > 0 {
		r.goUnlessClosed(func() { r.publish(fanout.Message{Watching: answers}) })
	}
}

// newer reports whether a counts and not b.
func newer(a, b fanout.WatchShown) bool {
	return cmp.Or(-cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Since, b.Since), cmp.Compare(a.Node, b.Node)) < 0
}

// renumber gives new numbers to the members here whose numbers the other node has given, too, if that node has had the group for longer.
func (r *Registry) renumber(g *group, part fanout.WatchPart) (changed bool) {
	if cmp.Or(cmp.Compare(g.since, part.Since), cmp.Compare(r.cfg.Node.ID, part.Node)) < 0 {
		return false
	}
	for n, one := range g.members {
		if !slices.ContainsFunc(part.Members, func(other fanout.Watcher) bool { return other.Number == one.Number }) {
			continue
		}
		changed = true
		g.last++
		g.members[n].Number = g.last
		if g.shown.Node == r.cfg.Node.ID && g.shown.Leader == one.Number {
			g.shown.Turn, g.shown.Leader = g.shown.Turn+1, g.last
		}
	}
	return changed
}

// publishWatching publishes the parts of this node in all groups. With ask, other nodes answer with theirs.
func (r *Registry) publishWatching(ask bool) {
	r.changeTogether(func(x *together) {
		for g := range x.all() {
			x.publish(g, ask)
		}
	})
}

// dropWatching drops the parts of nodes that were silent since a time.
func (r *Registry) dropWatching(since time.Time) {
	r.changeTogether(func(x *together) {
		for g := range x.all() {
			gone := false
			for from, part := range g.others {
				if part.heard.Before(since) {
					delete(g.others, from)
					gone = gone || len(part.members) > 0
				}
			}
			if gone {
				g.tell(g.members...)
			}
		}
	})
}

func (x *together) all() iter.Seq[*group] {
	return func(yield func(*group) bool) {
		for _, groups := range x.groups {
			for _, g := range groups {
				if !yield(g) {
					return
				}
			}
		}
	}
}
