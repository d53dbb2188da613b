// Package traffic drives tables over real sockets as fast as they go and measures what comes back. It knows the protocol and no
// title: a seat answers each of its decisions with a random one of the moves it was given, at once. Nobody thinks, so a
// table is always waiting for the server.
//
//	slot 1: table ─ seats, spectators ─ ... its end ─ next table ─ ...
//	slot 2: ...
//
// What is driven is a Ground: a server of this project, or whatever else speaks the protocol (bench/floor).
package traffic
