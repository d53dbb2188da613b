package druids

// reach finds the stones that one figure can be moved to by one die [D24, D25, D26].
type reach struct {
	count   [stones]int8 // figures on each stone, without the moving one
	druid   [stones]bool // a druid stands there and blocks the path
	gates   bool         // pentagrams may be entered [D30]
	seen    [stones]bool // stones of the current path
	trail   Path
	found   [stones]bool
	paths   [stones]Path // the shortest path to each stone found; the first of several
	any     bool         // a stone was found
	justAny bool         // stop after the first stone
}

// newReach prepares a search from the figure's stone. It returns a value, so that searches of bots need no memory of the heap.
func (s *State) newReach(f Figure) reach {
	r := reach{gates: f != Morrigan}
	for g, at := range s.at {
		if at < 0 || at >= stones || Figure(g) == f {
			continue
		}
		r.count[at]++
		r.druid[at] = r.druid[at] || Figure(g).IsDruid()
	}
	r.seen[s.at[f]] = true
	return r
}

func (s *State) reach(f Figure, face Face) reach {
	r := s.newReach(f)
	r.walk(s.at[f], face)
	return r
}

func (s *State) canUse(f Figure, face Face) bool {
	r := s.newReach(f)
	r.justAny = true
	r.walk(s.at[f], face)
	return r.any
}

func (r *reach) walk(from int8, face Face) {
	if face.Shape == Pips {
		r.pips(from, face.Pips)
		return
	}
	for d := clockwise; d < directions; d++ {
		r.segment(from, d, int8(face.Shape-Straight))
	}
}

// pips takes exactly n steps, with any turns [D24].
func (r *reach) pips(at, n int8) {
	for _, to := range theCircle.next[at] {
		if to < 0 || r.seen[to] || r.justAny && r.any {
			continue
		}
		r.enter(to)
		switch {
		case n == 1:
			r.land(to)
		case !r.druid[to]:
			r.pips(to, n-1)
		}
		r.leave(to)
	}
}

// segment takes one or more steps in one direction, then changes between ring and spoke the given number of times
// [D25].
func (r *reach) segment(at int8, d direction, bends int8) {
	start := r.trail.n
	for to := theCircle.next[at][d]; to >= 0 && !r.seen[to] && (!r.justAny || !r.any); to = theCircle.next[to][d] {
		r.enter(to)
		if bends == 0 {
			r.land(to)
		}
		if r.druid[to] {
			break
		}
		if bends > 0 {
			r.bend(to, d, bends-1)
		}
	}
	for r.trail.n > start {
		r.leave(r.trail.at[r.trail.n-1])
	}
}

// bend continues in the directions perpendicular to came.
func (r *reach) bend(at int8, came direction, bends int8) {
	for d := clockwise; d < directions; d++ {
		if d.ring() != came.ring() {
			r.segment(at, d, bends)
		}
	}
}

func (r *reach) enter(stone int8) {
	r.seen[stone] = true
	r.trail.push(stone)
}

func (r *reach) leave(stone int8) {
	r.seen[stone] = false
	r.trail.pop(1)
}

// land records the path's last stone if the figure may land there [D26, D30].
func (r *reach) land(stone int8) {
	if r.count[stone] >= room || !r.gates && theCircle.symbols[stone] == Pentagram {
		return
	}
	r.any = true
	if r.justAny || r.found[stone] && r.paths[stone].n <= r.trail.n {
		return
	}
	r.found[stone], r.paths[stone] = true, r.trail
}
