// Package play plays whole tables of any title on a running server, through the two doors alone, and holds the server to
// what the protocol promises. It knows no title: each seat answers its decisions with moves of the list it was given.
//
// One game:
//
//	guests -> table -> seats -> start -> [ move -> everybody hears of it -> compare ] ... -> outcome -> log, export
//	             \        \                 |
//	              strangers look in         sockets drop and resume, commands come twice, moves that must be refused
//
// Every seat has two sockets and there are two spectators. One of each pair misbehaves (drops, resumes, asks for patches); the
// stranger one never leaves of its own will. What both are told of one seq must be the same bytes: the book keeps the first
// telling of every (viewer, seq) and compares all later ones with it, whichever way they came: an update, a patch, a snapshot,
// a resume, REST, the log, another node, a server started anew.
//
// The choices follow from the seed; the server's chance does not, so two runs are alike but not equal.
//
// A server that goes away for a while (restart, drain, store out of reach) is waited for, and its tables go on. The first broken
// promise ends the run with a *Broken that names the promise, the table and the seq.
//
// Nothing of the engine or the server is imported except the socket's calling end: what is shared cannot be checked.
package play
