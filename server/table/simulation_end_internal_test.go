package table

import (
	"bytes"
	"context"

	"nemeton/engine"
	"nemeton/testkit/enginetest/toy"
)

// checkEnd checks the log from its beginning, the snapshots in the store, all commands, and the content at all nodes and clients.
func (w *world) checkEnd() {
	for _, t := range w.tables {
		w.checkLog(t)
		w.checkSnapshots(t)
		head := t.history.head()
		for _, n := range w.nodes {
			m := n.reg.live[t.id]
			if m == nil || m.live.subscribers.Load() == 0 {
				continue
			}
			if l := m.live; l.fold == nil || l.fold.Head() != head.hash || l.stale || l.restoreWhy != "" && head.seq > 0 {
				w.failf("table %d: node %d is not at entry %d of the store after all faults", t.index, n.index, head.seq)
			}
		}
	}
	for _, c := range w.clients {
		if head := c.table.history.head(); c.sub == nil || c.last != head && !(c.waits && c.since && !c.named) {
			w.failf("table %d: %v, connected %t to node %v, has %v, not entry %d of the store after all faults", c.table.index, c.viewer, c.sub != nil, c.node, c.last, head.seq)
		}
	}
	for _, c := range w.sent {
		if c.flying > 0 {
			w.failf("table %d: %s %s got no answer", c.table.index, c.kind, c.id)
		}
		if c.done != nil && !c.done.lost && c.table.history.find(c.seat, c.id) != c.done {
			w.failf("table %d: %s %s was acknowledged as entry %d and is not there", c.table.index, c.kind, c.id, c.done.seq)
		}
	}
}

// checkLog folds the stored log anew.
func (w *world) checkLog(t *simTable) {
	records, err := w.store.Read(context.Background(), t.id, 0, 100_000)
	fold := engine.NewFold(toy.Title{})
	for _, r := range records {
		if err == nil {
			_, err = fold.Apply(r)
		}
	}
	if h := t.history; err != nil || fold.Head() != h.head().hash || fold.Restores() > len(h.losses)+h.marks {
		w.failf("table %d: the log ends with entry %d and %d restores after %d losses, want entry %d: %v",
			t.index, fold.Seq(), fold.Restores(), len(h.losses)+h.marks, h.head().seq, err)
	}
	w.checkRow(t)
}

// checkSnapshots compares the stored snapshots of the present history with the log.
func (w *world) checkSnapshots(t *simTable) {
	for atMost := t.history.head().seq; atMost > 0; {
		shot, err := w.store.LatestSnapshot(context.Background(), t.id, atMost)
		if err != nil {
			return
		}
		if m := t.history.byHash[shot.Head]; m == nil || m.seq != shot.Seq {
			w.failf("table %d: a snapshot of entry %d, which was never stored", t.index, shot.Seq)
		} else if raw, err := m.fold.Snapshot(); err != nil || !bytes.Equal(raw, shot.Bytes) {
			w.failf("table %d: the snapshot of entry %d differs from the log", t.index, shot.Seq)
		}
		atMost = shot.Seq - 1
	}
}
