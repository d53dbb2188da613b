// Package secrecy holds whole servers to the promise that nobody is told what they may not know, by comparing worlds at the wire.
//
// # Two worlds
//
// A game is played on one server. At some moment a second server is given a copy of the database, another secret, and, for one viewer,
// another state: one sampled from all that this viewer knows, so that hands, decks, bags and unseen choices differ while the viewer
// cannot tell. Both servers, with the same clock, ids and entropy, are then played on alike (where an answer is secret, unlike), and
// every byte that reaches the viewer by any door is compared: frames of several sockets with their number and order, answers with their
// status and headers, refusals, close codes; through cut sockets, resumption and restarts. A pair of worlds ends where an event makes
// public what was hidden, as the title's registry says.
//
// A state, as the suite counts them, is one viewer after one entry of one log, in a pair of worlds that this viewer may not tell apart, after
// all that was sent to the viewer's sockets since the entry before was compared, and the view, the log, the table and some of the other
// requestCases. Where the viewer sits at the table a spectator looks at the same pair of worlds, and counts on its own: it knows no more than
// anybody. A comparison is a smaller thing, one socket's frames or one door: some nine of them make a state.
//
// The servers are whole: handlers, sockets, authority and all, and every byte goes over a connection. In most games that connection is one
// each the process, and the store lies in memory; each eighth game is played over a true network, on a true database. What time brings
// about by itself is switched off: bots do not move, and nobody polls.
//
// A server that says that its store did not answer in time ends the comparison, but for runs of hours, which may give up a few games: on a machine that
// stands still all servers say so. The report tells which, and why.
//
// Two things are held equal, which would tell the worlds apart and tell nothing else: the commitment to the secret, and the signature, keyed
// with the secret, in the code with which a player hands their seat to somebody.
//
// # Marks
//
// In everything that is compared the secrets of both worlds, the newest hash of the log and the tokens of all players are looked for,
// too: they may stand nowhere before the end.
//
// Canaries sit in games of one world: lists and objects in what other seats see, in their moves, and in events, as they are stored and as
// they would be told whole, are marks for all who do not know them, until they do. They are looked for in all frames, answers with their
// headers, the log and the metrics.
// A mark is at least some letters long: a hidden number alone is found by two worlds, and by no canary.
//
// The package knows the server by its doors, and a title by the contract; what starts a server is handed to it.
package secrecy
