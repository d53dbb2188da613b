// Package bot plays the seats that bots hold.
//
//	table.Registry ── Wake(table) ──► waiting ── a short pause ──► ready ──► workers ── engine/bot ── ActBot ──► table.Registry
//	store, now and then ─────────────────┘
//
// # Invariants
//
//   - A bot is given what its seat is given, by the registry's one gate, and nothing else.
//   - At most one worker thinks about a table; there are never more workers than were asked for, and a search ends with its time,
//     so that people's commands find a processor.
//   - The id of a bot's command is made of the decision: a decision is answered once, whatever nodes and restarts there are.
//   - A search that fails, or breaks down, is replaced by a glance and that by any listed move: a table never waits for ever.
//
// # Failure
//
// A node that dies leaves its tables to the look at the store that every node takes at its start and now and then. While the store
// cannot be reached a bot tries again after ever longer pauses.
package bot
