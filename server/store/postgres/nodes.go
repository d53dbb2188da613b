package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
)

// readsOfAll notes that a node runs at time now, in milliseconds since 1970 UTC, and returns what all running nodes can read.
func readsOfAll(ctx context.Context, tx pgx.Tx, node store.Node, now int64) (engine.Reads, error) {
	own, err := json.Marshal(node.Reads)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO nodes (id, reads, touched_at) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET touched_at = excluded.touched_at", node.ID, own, now); err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, "DELETE FROM nodes WHERE touched_at < $1", now-store.NodeLife.Milliseconds()); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, "SELECT reads FROM nodes")
	if err != nil {
		return nil, err
	}
	texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
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
