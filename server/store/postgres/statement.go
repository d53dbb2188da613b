package postgres

import (
	"fmt"

	"nemeton/server/store/row"
)

// statement stores appends that are given as lists, one for each column: for each append it moves the table's row on and adds the entry, or does
// neither. It answers with the places in the lists (from 1) of those it did that for.
type statement struct {
	name, text string
	columns    int // how many lists it takes, of those that arguments has
}

var within = fmt.Sprintf("a.time >= t.listed_at AND a.time < t.listed_at + interval '%d seconds'", int(row.ListedWithin.Seconds()))

// addUsual is for what is Usual, and refuses what turns out not to be. It changes nothing that an index holds, so that Postgres can
// write the row anew in its own page. (The state is put together so that no index seems to lead to it: all running tables would be
// compared with all appends.) That no command comes twice it leaves to the index, which then fails the whole statement: to look first costs a
// sixth of an append, and hardly ever finds one.
var addUsual = &statement{name: "nemeton_add_usual", columns: 8, text: `WITH moved AS (
		UPDATE tables t SET seq = a.seq, owing = a.owing, updated_at = a.time
		FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::smallint[], $6::text[], $7::bytea[], $8::bytea[])
			WITH ORDINALITY AS a (id, seq, owing, time, seat, command, bytes, hash, nth)
		WHERE t.state || '' = 'running' AND t.winners = 'null' AND t.stand_ins = '' AND ` + within + ` AND ` + isNext + `
		RETURNING t.key, a.seq, a.time, a.seat, a.command, a.bytes, a.hash, a.nth),
	` + added}

// addAny is for all appends.
var addAny = &statement{name: "nemeton_add_any", columns: 14, text: `WITH moved AS (
		UPDATE tables t SET seq = a.seq, owing = a.owing, updated_at = a.time, state = a.state, winners = a.winners, stand_ins = a.stand_ins,
			listed_at = CASE WHEN ` + within + ` THEN t.listed_at ELSE a.time END
		FROM unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::smallint[], $6::text[], $7::bytea[], $8::bytea[],
			$9::text[], $10::text[], $11::text[], $12::bigint[], $13::smallint[], $14::text[])
			WITH ORDINALITY AS a (id, seq, owing, time, seat, command, bytes, hash, state, winners, stand_ins, rev, heir_seat, heir, nth)
		WHERE (a.rev = 0 OR t.rev = a.rev) AND ` + isNext + ` AND ` + isNew + `
		RETURNING t.key, t.id, a.seq, a.time, a.seat, a.command, a.bytes, a.hash, a.heir_seat, a.heir, a.nth),
	inherited AS (
		UPDATE places p SET player = m.heir FROM moved m WHERE m.heir_seat >= 0 AND p.table_id = m.id AND p.seat = m.heir_seat),
	` + added}

// The OFFSET keeps the question for the command apart: it is a look into an index for each row, never a join with all entries.
const (
	isNext = `t.id = a.id AND t.seq = a.seq - 1`
	isNew  = `(a.command = '' OR NOT EXISTS (SELECT FROM entries e
			WHERE e.table_key = t.key AND e.seat = a.seat AND e.command <> '' AND e.command = a.command OFFSET 0))`
	added = `added AS (
		INSERT INTO entries (table_key, seq, time, seat, command, bytes, hash) SELECT key, seq, time, seat, command, bytes, hash FROM moved)
	SELECT nth FROM moved`
)
