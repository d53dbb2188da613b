package table

import "nemeton/engine"

// lose loses the newest entries of a table, as a failover does.
func (w *world) lose(t *simTable, pick int) {
	h := t.history
	if len(h.log) == 0 {
		return
	}
	seq := max(0, len(h.log)-1-pick%5)
	if seq == 0 && pick%7 > 0 {
		return
	}
	w.logf("  table %d loses the entries after %d", t.index, seq)
	w.store.Cut(t.id, engine.Seq(seq))
	var actors []*live
	for _, n := range w.nodes {
		for _, b := range n.boxes {
			if b.m.live.id == t.id {
				actors = append(actors, b.m.live)
			}
		}
	}
	h.cut(engine.Seq(seq), actors)
}

// restoreDatabase restores the database from a backup: all nodes stop, entries may be gone, and the operator marks the database.
func (w *world) restoreDatabase(pick int) {
	for _, n := range w.nodes {
		n.crash()
	}
	w.late = nil
	if pick%2 == 0 {
		for _, t := range w.tables {
			w.lose(t, pick)
		}
	}
	w.store, w.beat, w.beats = w.store.Restored(), 0, nil
	for _, t := range w.tables {
		t.history.mustNow = t.history.head().seq > 0 && t.history.head().fold.Outcome() == nil
		t.history.marks++
	}
}

// recover ends all faults, lets all nodes settle, and checks that they agree with the store.
func (w *world) recover() {
	for _, n := range w.nodes {
		n.start()
		n.noStore, n.noBus = false, false
		if n.skew != 0 {
			n.skew = 0
		}
	}
	w.mail, w.late = nil, nil
	w.settle()
	for i, c := range w.clients {
		c.connect(w.nodes[i%simNodes], true, true)
		w.afterStep()
	}
	w.settle()
	for range recoveryPolls + 1 {
		for _, n := range w.nodes {
			for _, t := range w.tables {
				n.poll(t)
			}
		}
		w.settle()
	}
	if w.failure == "" {
		w.checkEnd()
	}
}
