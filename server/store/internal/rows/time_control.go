package rows

import (
	"context"
	"encoding/json"
	"time"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/dialect"
)

var (
	selectDue = dialect.SQL("SELECT id, due_at / 1000 FROM tables WHERE due_at > 0 AND due_at <= ?1 AND state = 'running' ORDER BY due_at, id LIMIT ?2")

	lockPulse = dialect.SQL("SELECT touched_at FROM pulse WHERE id = 1 /*pg FOR UPDATE*/")
	// wallClock is the clock of the Postgres server. One process uses an SQLite file, so its clock is the store's.
	wallClock = dialect.SQL("SELECT /*lite ?1*//*pg CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint) + 0 * CAST(?1 AS bigint)*/")
	setPulse  = dialect.SQL("UPDATE pulse SET touched_at = ?1 WHERE id = 1")
	lastBeat  = dialect.SQL("SELECT touched_at FROM pulse WHERE id = 1")
	addOutage = dialect.SQL("INSERT INTO outages (ended, began) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
	outages   = dialect.SQL("SELECT began / 1000, ended / 1000 FROM outages WHERE ended >= ?1 ORDER BY ended")

	// An SQLite file has one node.
	beatNode = dialect.SQL(`/*pg INSERT INTO nodes (id, reads, touched_at) VALUES (?1, ?2, ?3)
		ON CONFLICT (id) DO UPDATE SET touched_at = excluded.touched_at*/`)
	dropNodes = dialect.SQL("/*pg DELETE FROM nodes WHERE touched_at < ?1*/")
	nodes     = dialect.SQL("/*pg SELECT reads FROM nodes*/")
)

func (s *Rows) DueTables(ctx context.Context, until int64, limit int) ([]store.Due, error) {
	return dialect.Collect(ctx, s.db, dialect.Into(func(d *store.Due) []any { return []any{&d.Table, &d.At} }), selectDue, until*1000+999, limit)
}

// Heartbeat implements store.TimeControl. The wall clock is read once the row is locked, so that heartbeats are in order.
func (s *Rows) Heartbeat(ctx context.Context, known, wall time.Time, node store.Node) (t store.HeartbeatAnswer, err error) {
	err = s.db.Change(ctx, func(ctx context.Context, tx dialect.Tx) error {
		var last, clock time.Time
		if err := dialect.Row(ctx, tx, lockPulse, nil, &last); err != nil {
			return err
		}
		if err := dialect.Row(ctx, tx, wallClock, []any{wall}, &clock); err != nil {
			return err
		}
		ms, o, ok := store.Beat(millis(last), millis(known), clock.UnixMilli())
		if t.Now = time.UnixMilli(ms).UTC(); ok {
			if _, err := tx.Exec(ctx, addOutage, o.To*1000, o.From*1000); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, setPulse, t.Now); err != nil {
			return err
		}
		if t.Reads, err = readsOfAll(ctx, tx, node, t.Now); err != nil {
			return err
		}
		t.Outages, err = dialect.Collect(ctx, tx, dialect.Into(func(o *engine.Outage) []any { return []any{&o.From, &o.To} }), outages, store.OutagesSince(ms)*1000)
		return err
	})
	return t, err
}

// LastBeat returns the time of the last heartbeat that this database has.
func (s *Rows) LastBeat(ctx context.Context) (at time.Time, err error) {
	err = dialect.Row(ctx, s.db, lastBeat, nil, &at)
	return at, err
}

// millis returns a time in milliseconds since 1970 UTC; 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// readsOfAll notes that a node runs now, and returns what all running nodes can read.
func readsOfAll(ctx context.Context, tx dialect.Tx, node store.Node, now time.Time) (engine.Reads, error) {
	own, err := json.Marshal(node.Reads)
	if err != nil {
		return nil, err
	}
	if err := tx.Send(ctx, beatNode.With(node.ID, string(own), now), dropNodes.With(now.Add(-store.NodeLife))); err != nil {
		return nil, err
	}
	texts, err := dialect.Column[string](ctx, tx, nodes)
	if err != nil {
		return nil, err
	}
	all := node.Reads
	for _, text := range texts {
		var reads engine.Reads
		if err := json.Unmarshal([]byte(text), &reads); err != nil {
			return nil, err
		}
		all = all.And(reads)
	}
	return all, nil
}
