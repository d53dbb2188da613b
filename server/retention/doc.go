// Package retention removes rows that nobody needs any more: closed tables, open tables that nobody starts, guests who do not come back, and expired
// links. Running and finished games stay.
//
// # Invariants
//
//   - A batch is one short transaction with at most batchSize rows. After each full batch the sweep pauses, so that play goes on.
//   - Several nodes may sweep at once: the store gives each row to one of them.
//   - A failed kind is logged and counted, and does not keep the sweep from the other kinds. The next sweep tries again.
//   - A closed table stays for at least MinClosed, because it counts for the daily limit of its creator.
package retention
