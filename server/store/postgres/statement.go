package postgres

import (
	"fmt"

	"nemeton/server/store/dialect"
)

// statement stores appends that are given as arrays, one for each column. For each append it updates the table's row and adds the entry, or does
// neither. It returns the positions (from 1) of the stored appends.
type statement struct {
	name, text string
	columns    int // number of arrays, of those in arguments
}

// newStatement makes a statement, which the tests of all statements see.
func newStatement(name string, columns int, text string) *statement {
	return &statement{name: name, text: dialect.SQL("/*pg " + text + "*/").Postgres, columns: columns}
}

var within = fmt.Sprintf("a.time >= t.listed_at AND a.time < t.listed_at + %d", dialect.ListedWithin.Microseconds())

// addUsual stores usual appends (row.Append.Usual) and refuses others. It changes no indexed column, so that Postgres can write the new row to the
// same page and leave the indexes alone.
//
//   - "t.state || ”" hides the condition from the planner, which would otherwise compare all running tables with all appends.
//   - If a command is stored already, the unique index fails the whole statement. A lookup beforehand would rarely find one. Measured side by side
//     four times: without it an append takes 18 to 22 µs of Postgres's processor time instead of 21 to 31.
var addUsual = newStatement("nemeton_add_usual", 10, `WITH moved AS (
		UPDATE tables t SET seq = a.seq, head = a.hash, epoch = (SELECT epoch FROM meta WHERE one = 1), owing = a.owing, updated_at = a.time,
			bytes = t.bytes + a.size
		FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bigint[])
			WITH ORDINALITY AS a (id, seq, owing, time, seat, command, bytes, hash, prev, size, nth)
		WHERE t.state || '' = 'running' AND t.winners = 'null' AND t.stand_ins = '' AND t.due_at = 0 AND `+within+` AND `+isNext+`
		RETURNING t.key, t.id, a.seq, a.time, a.seat, a.command, a.bytes, a.hash, a.nth),
	`+added)

// addAny stores any append. A stored command fails the whole statement, as in addUsual. It empties the columns that the first entry of the log holds.
var addAny = newStatement("nemeton_add_any", 18, `WITH moved AS (
		UPDATE tables t SET seq = a.seq, head = a.hash, epoch = (SELECT epoch FROM meta WHERE one = 1), owing = a.owing, updated_at = a.time, state = a.state, winners = a.winners, stand_ins = a.stand_ins, ending = a.ending, due_at = a.due_at,
			contributions = 'null', answers = '',
			bytes = t.bytes + a.size,
			listed_at = CASE WHEN `+within+` THEN t.listed_at ELSE a.time END
		FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bigint[],
			$11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::text[], $17::text[], $18::bigint[])
			WITH ORDINALITY AS a (id, seq, owing, time, seat, command, bytes, hash, prev, size, state, winners, stand_ins, rev, holder_seat, holder, ending, due_at, nth)
		WHERE (a.rev = 0 OR t.rev = a.rev) AND `+isNext+`
		RETURNING t.key, t.id, a.seq, a.time, a.seat, a.command, a.bytes, a.hash, a.holder_seat, a.holder, a.nth),
	handed_over AS (
		UPDATE places p SET player = m.holder FROM moved m WHERE m.holder_seat >= 0 AND p.table_id = m.id AND p.seat = m.holder_seat),
	`+added)

const (
	isNext = `t.id = a.id AND t.seq = a.seq - 1 AND t.head = a.prev`
	added  = `added AS (
		INSERT INTO entries (table_key, seq, time, seat, command, bytes, hash) SELECT key, seq, time, seat, command, bytes, hash FROM moved),
	noted AS (INSERT INTO changes (tables) SELECT string_agg(id || ':' || seq, ' ') FROM moved HAVING count(*) > 0)
	SELECT nth FROM moved`
)
