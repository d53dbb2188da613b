package pangea

// distances are the costs of walking from each field to the nearest target. A step onto a tile costs one. A step onto
// water costs three, because a tile must be shifted there first.
type distances [fields]int16

const far = int16(40)

// relax computes all distances from the given costs of the targets; all other fields start as far.
func (s *State) relax(w *distances) {
	// Costs and board are small, so repeated passes are faster than a queue.
	for changed := true; changed; {
		changed = false
		for f := range w {
			if w[f] >= far {
				continue
			}
			// A tribe walks from the neighbor onto this field, so the cost depends on this field.
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

func nowhere() distances {
	var w distances
	for f := range w {
		w[f] = far
	}
	return w
}
