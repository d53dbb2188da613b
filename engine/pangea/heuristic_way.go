package pangea

// ways are the costs of walking from every field to the nearest of some: a step onto a tile is one, a step onto water three, for a
// tile must be shifted there first.
type ways [fields]int16

// far is the cost of what cannot be reached.
const far = int16(40)

// waysTo computes the ways to fields that begin with the given costs; far: not a target.
func (s *State) waysTo(w *ways) {
	// Costs are small and the board is, too: going over it until nothing changes beats a queue.
	for changed := true; changed; {
		changed = false
		for f := range w {
			if w[f] >= far {
				continue
			}
			// A tribe walks from the neighbour onto this field: what counts is this field.
			cost := w[f] + 1
			if s.tile[f] == noTile {
				cost += 2
			}
			for _, l := range pangea.links[f] {
				if cost < w[l.to] {
					w[l.to] = cost
					changed = true
				}
			}
		}
	}
}

// nowhere are ways without targets.
func nowhere() ways {
	var w ways
	for f := range w {
		w[f] = far
	}
	return w
}
