// Package bot plays the seats of bots and stand-ins.
//
//	table.Registry ── Wake(table) ──► waiting ── a short pause ──► ready ──► workers ── engine/bot ── ActBot ──► table.Registry
//	store, now and then ─────────────────┘
//
// # Invariants
//
//   - A bot gets the knowledge of its seat by the delivery path, and nothing else.
//   - At most one worker thinks about a table. The number of workers and the time of a search are limited, so that players' commands find a
//     processor.
//   - Tables get a worker in the order in which their bots are due. Searches get shorter while tables wait, so that the last one gets its answer
//     within answerTarget. No search is shorter than that of a medium bot, so beyond some number of tables the waits grow instead.
//   - Hints have slots of their own. A person who asks for a hint waits for no bot.
//   - The id of a bot's command is made from the decision. So a decision is answered once, on any node and after any restart.
//   - A player has at most one hint in flight, and hints of seats that owe a decision run first. A hint ends with its requests.
//   - A panic of a title ends one search, move or hint. It is logged and counted.
//   - If a search fails or panics, a one-step evaluation replaces it, and after that any listed move. A table never waits forever.
//
// # Failure
//
// After a node dies, the others find its tables in the store, which every node searches at its start and at intervals. While the
// store is unreachable, a bot retries with increasing pauses.
package bot
