// Package traffic plays tables over real sockets as fast as possible and measures the answers. It knows the protocol and no title: a
// seat answers each of its decisions at once, with a random one of its moves. So every table is always waiting for the server.
//
//	slot 1: table ─ seats, spectators ─ ... its end ─ next table ─ ...
//	slot 2: ...
//
// A Target is a server of this project, or any other server that speaks the protocol (bench/floor).
package traffic
