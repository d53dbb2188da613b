package memstore

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
)

func (s *Store) DueTables(ctx context.Context, until int64, limit int) (list []store.Due, err error) {
	err = s.view(ctx, func(d *data) error {
		var due []store.Table
		for _, t := range d.tables {
			if t.row.State == store.Running && t.row.DueAt > 0 && t.row.DueAt <= until {
				due = append(due, t.row)
			}
		}
		slices.SortFunc(due, func(a, b store.Table) int { return cmp.Or(cmp.Compare(a.DueAt, b.DueAt), cmp.Compare(a.ID, b.ID)) })
		for _, t := range due[:min(limit, len(due))] {
			list = append(list, store.Due{Table: t.ID, At: t.DueAt})
		}
		return nil
	})
	return list, err
}

// beatingNode is the last heartbeat of a node.
type beatingNode struct {
	reads engine.Reads
	at    int64 // milliseconds since 1970 UTC
}

func (s *Store) Heartbeat(ctx context.Context, known, wall time.Time, node store.Node) (t store.HeartbeatAnswer, err error) {
	err = s.update(ctx, func(d *data) error {
		if s.clock != nil {
			wall = s.clock()
		}
		var lived int64
		if !known.IsZero() {
			lived = known.UnixMilli()
		}
		ms, o, ok := store.Beat(d.beat, lived, wall.UnixMilli())
		if t.Now = time.UnixMilli(ms).UTC(); ok {
			d.outages = append(slices.Clip(d.outages), o)
		}
		d.beat = ms
		d.nodes[node.ID] = beatingNode{node.Reads, ms}
		t.Reads = node.Reads
		for id, n := range d.nodes {
			if n.at < ms-store.NodeLife.Milliseconds() {
				delete(d.nodes, id)
				continue
			}
			t.Reads = t.Reads.And(n.reads)
		}
		t.Outages = slices.DeleteFunc(slices.Clone(d.outages), func(o engine.Outage) bool { return o.To < store.OutagesSince(ms) })
		return nil
	})
	return t, err
}
