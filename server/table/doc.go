// Package table is the authority over tables: it judges commands, stores the resulting entries and sends each viewer the data that
// this viewer may know.
//
//	Registry ── mailbox ── live table ── engine.Fold      the state, folded from the log
//	              │           └───────── Subscription ×n  bounded queues of encoded messages, one per socket
//	              └─────── store                          an entry is durable before any viewer receives it
//
// # Invariants
//
//   - All game data is encoded in deliver.go: snapshots, updates, views, log pages and exports. The knowledge of bots is built there too.
//     No other server code asks a fold for views, decisions or events.
//   - The mailbox of a live table orders all work on it, and thereby its entries and messages. Every viewer gets every entry once, in order.
//   - An operation does no I/O and holds no lock. Its steps return effects, which the mailbox carries out (step.go).
//   - A fold never changes after it became a table's state. Work that only reads may use it beside the table.
//   - A record is applied to a copy of the fold and stored. Only then does the copy become the table's state and is delivered. A failed
//     append leaves nothing behind.
//   - The store is the truth. After a conflicting append, a poll or an unknown outcome the table reads on from the store.
//   - A subscription whose queue is full ends. No sender ever waits for a reader.
//
// # Failure
//
// If a log cannot be folded (a broken chain), its table alone answers "damaged". If a newer program continued the log, the table
// answers "newer_program". While the store is unreachable, commands answer "unavailable" and presence messages say so. The client
// may send the same command id again, whatever happened to the first attempt. An append with an unknown outcome is looked up at once
// if the store can be read; see act.go.
package table
