package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/internal/group"
	"nemeton/server/store/internal/row"
)

const (
	lanes     = 2   // batches under way at once: while one waits for the disk the next is carried out
	batchSize = 128 // appends in a batch
	// batchTime is longer than the server lets a statement take, so that it is the server who gives up where it can be reached.
	batchTime = 12 * time.Second
	// settleTime is how long it may take to find out what became of a batch.
	settleTime = 5 * time.Second
)

// Append implements store.Log. It shares its commit with the appends of other tables.
func (s *Store) Append(ctx context.Context, a store.Append) error {
	spelled, err := row.SpellAppend(a)
	if err != nil {
		return err
	}
	return s.appends.Append(ctx, spelled)
}

// addAll moves the rows on and adds the entries; it gives the places in the batch (from 1) of those it did that for.
const addAll = `WITH asked AS (
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[], $8::smallint[],
			$9::text[], $10::bytea[], $11::bytea[], $12::text[], $13::smallint[], $14::text[]) WITH ORDINALITY
			AS a (id, seq, state, owing, winners, time, rev, seat, command, bytes, hash, stand_ins, heir_seat, heir, nth)),
	held AS (SELECT t.id FROM tables t WHERE t.id = ANY ($1) ORDER BY t.id FOR NO KEY UPDATE),
	moved AS (
		UPDATE tables t SET seq = a.seq, state = a.state, owing = a.owing, winners = a.winners, updated_at = a.time, stand_ins = a.stand_ins
		FROM asked a JOIN held USING (id)
		WHERE t.id = a.id AND t.seq = a.seq - 1 AND (a.rev = 0 OR t.rev = a.rev)
		AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.table_id = a.id AND e.seat = a.seat AND e.command <> '' AND e.command = a.command)
		RETURNING a.nth),
	inherited AS (
		UPDATE places p SET player = a.heir FROM asked a JOIN moved USING (nth)
		WHERE a.heir_seat >= 0 AND p.table_id = a.id AND p.seat = a.heir_seat),
	added AS (
		INSERT INTO entries (table_id, seq, time, seat, command, bytes, hash)
		SELECT id, seq, time, seat, command, bytes, hash FROM asked JOIN moved USING (nth))
	SELECT nth FROM moved`

// columns are the arguments of addAll: one list for each column.
type columns struct {
	ids, states, owing, winners, commands, standIns, heirs []string
	seqs, revs                                             []int64
	seats, heirSeats                                       []int16
	times                                                  []time.Time
	bytes, hashes                                          [][]byte
}

func (c *columns) add(a *row.Append) {
	heir := store.Heir{Seat: engine.NoSeat}
	if a.Heir != nil {
		heir = *a.Heir
	}
	e := &a.Record.Entry
	c.ids = append(c.ids, string(a.Table))
	c.seqs = append(c.seqs, int64(e.Seq))
	c.states = append(c.states, string(a.State))
	c.owing, c.winners, c.standIns = append(c.owing, a.Owing), append(c.winners, a.Winners), append(c.standIns, a.StandIns)
	c.times, c.revs = append(c.times, a.Now), append(c.revs, a.Rev)
	c.seats, c.commands = append(c.seats, int16(e.Seat)), append(c.commands, e.Command)
	c.bytes, c.hashes = append(c.bytes, a.Record.Bytes), append(c.hashes, a.Record.Hash[:])
	c.heirSeats, c.heirs = append(c.heirSeats, int16(heir.Seat)), append(c.heirs, string(heir.Player))
}

// keep stores a batch with one statement, which commits by itself. No context of a caller reaches it: who gives up must not undo what
// others wait for.
func (s *Store) keep(batch []row.Append) []error {
	ctx, cancel := context.WithTimeout(context.Background(), batchTime)
	defer cancel()
	var c columns
	for i := range batch {
		c.add(&batch[i])
	}
	fates := make([]error, len(batch))
	rows, err := s.pool.Query(ctx, addAll, c.ids, c.seqs, c.states, c.owing, c.winners, c.times, c.revs, c.seats, c.commands,
		c.bytes, c.hashes, c.standIns, c.heirSeats, c.heirs)
	stored := make([]bool, len(batch))
	if err == nil {
		var nth int
		_, err = pgx.ForEachRow(rows, []any{&nth}, func() error { stored[nth-1] = true; return nil })
	}
	switch why := fail(ctx, err); {
	case err == nil:
	case judged(err):
		// Nothing was stored. One of them may be to blame: each on its own.
		return group.Apart(batch, fates, why, s.keep)
	default:
		ask, cancel := context.WithTimeout(context.Background(), settleTime)
		defer cancel()
		return group.Settle(ask, s, batch, fates, why)
	}
	for i := range batch {
		if !stored[i] {
			fates[i] = s.whyNot(ctx, batch[i].Table, &batch[i].Record.Entry)
		}
	}
	return fates
}

// whyNot says why an entry could not stand in the log. It asks after the fact: who won may have committed since.
func (s *Store) whyNot(ctx context.Context, id store.TableID, e *engine.Entry) error {
	var known bool
	err := s.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM entries WHERE table_id = t.id AND seat = $2 AND command <> '' AND command = $3)
		FROM tables t WHERE id = $1`, id, e.Seat, e.Command).Scan(&known)
	switch {
	case err != nil:
		return fail(ctx, err)
	case known:
		return store.ErrDuplicate
	default:
		return store.ErrConflict
	}
}
