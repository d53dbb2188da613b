// Package postgres keeps the store in a Postgres database, which several servers may share.
//
// # Invariants
//
//   - The appends of several tables are one statement, one round trip, one commit: for each it moves the table's row on and adds the
//     entry, or does neither. The row's lock orders rivals, and locks are taken in the order of ids; who finds the row at
//     another seq has lost, and its neighbours have not.
//   - What an append changes in nearly every case (seq, owing, updated_at) stands in no index. Lists go by listed_at, which follows updated_at
//     within a minute: row.Select says how they are exact all the same.
//   - A row is locked in a statement of its own before it is read for a change: one statement would see the places as they
//     were before it waited.
//   - A lost connection, a stopping server, a time-out and a deadlock are store.ErrUnavailable; so is a context that ended, which
//     errors.Is finds too.
package postgres
