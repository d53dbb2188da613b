// Package table is the authority over tables: it judges commands, stores the resulting entries and sends each viewer the data that
// this viewer may know.
//
//	Registry ── live table ── engine.Fold      the state, folded from the log
//	                │   └──── store            an entry is durable before any viewer receives it
//	                └──────── Subscription ×n  bounded queues of encoded messages, one per socket
//
// # Invariants
//
//   - All game data is encoded in deliver.go: snapshots, updates, views, log pages and exports. The knowledge of bots is built there too.
//     No other server code asks a fold for views, decisions or events.
//   - The mutex of a live table orders its entries and its messages. Every viewer gets every entry once, in order.
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
