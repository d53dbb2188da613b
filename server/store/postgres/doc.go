// Package postgres implements store.Store in a Postgres database, which several nodes may share.
//
// # Invariants
//
//   - The appends of several tables are one statement, one round trip and one commit. For each append the statement updates the table's row and adds
//     the entry, or does neither. Locks of rows order concurrent appends of one table, and are taken in the order of table ids. An append that finds
//     another seq or head in the row fails; the other appends of the statement do not.
//   - In the usual case an append changes no indexed column of the row: only seq, head, epoch, owing and updated_at. Lists are sorted by the indexed listed_at,
//     which is at most a minute older than updated_at. row.Select explains why the lists are exact nevertheless.
//   - A change locks a row with one statement and reads it with a second one. A single statement would return the seats as they were before it
//     waited for the lock.
//   - Calls get connections in the order of their arrival, and a bounded number of them waits (gate.go). A wait that ends without a connection is
//     store.ErrOverloaded if Postgres answered other calls meanwhile.
//   - A reading method fails after Options.ReadTimeout on its connection, or if no call is answered for so long. So a server that does not answer is
//     noticed.
//   - A lost connection, a server that shuts down, a timeout and a deadlock are store.ErrUnavailable. So is a context that ended, which errors.Is
//     finds as well.
package postgres
