// Package play checks a running server by playing whole tables of any title through its public protocol. It knows no title: each
// seat answers its decisions with moves of the list that it received.
//
// One game:
//
//	guests -> table -> seats -> start -> [ move -> all viewers receive it -> compare ] ... -> outcome -> log, export
//	             \        \ |
//	              strangers look in         sockets drop and resume, commands are repeated, illegal moves are refused
//
// Every seat has two sockets, and there are two spectators. One socket of each pair drops, resumes and asks for patches, some with steps; the other
// one stays connected. Both must receive the same bytes for one seq. The transcript keeps the first observation of every (viewer,
// seq) and compares all later ones with it. Their source does not matter: update, patch, snapshot, resume, REST, log, another node
// or a restarted server.
//
// The seed determines the choices. The server's chance is independent of it, so two runs are similar but not equal.
//
// If the server is unavailable for a while (restart, drain, store out of reach), the run waits and its tables go on. The first
// broken promise ends the run with a *Broken, which names the promise, the table and the seq.
//
// Most seats have a device (package client/device). It answers the commitment, and it signs and reveals in
// every command. All viewers share one memory of commitment, heads and reveals; at the end the record must agree with it.
//
// The package imports nothing of the engine or the server except the client side of the socket and the device, because shared code cannot
// be checked.
package play
