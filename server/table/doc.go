// Package table is the authority: it judges commands, stores what comes of them, and tells each viewer just what they may know.
//
//	Registry ── live table ── engine.Fold      the state, as the log tells it
//	                │   └──── store            durable before anybody hears of it
//	                └──────── Subscription ×n  bounded queues of ready frames, one for each socket
//
// # Invariants
//
//   - Everything that shows game data is encoded in deliver.go: snapshot, update, view, log, export; and what a bot may know is made
//     there, of the same parts. No other code of the server asks a fold for views, decisions or events.
//   - A live table's mutex orders its entries and its frames alike: every viewer gets every entry once, in order.
//   - A record is applied to a copy, stored, and only then becomes the table's state and is told: a failed append leaves
//     nothing behind.
//   - The store is the truth. An append that conflicts, a poll, or an outcome nobody knows leads to reading on from there.
//   - A reader that does not keep up is cut off when its queue is full; nobody waits for it.
//
// # Failure
//
// A log that cannot be folded (a broken chain) makes its own table answer "damaged" and no other; one that a newer program went on with, "newer_program". A
// store that cannot be reached makes commands answer "unavailable", and viewers are told in presence frames for as long; the same command id may be sent
// again, whatever became of the first. An append with an unknown outcome is looked up at once, where the store can be read: act.go.
package table
