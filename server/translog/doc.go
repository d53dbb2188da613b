// Package translog is the transparency log of a server: a Merkle tree of all created and finished tables, which only grows. A table that was abandoned and
// made again stays in it.
//
// The store queues facts in the transactions that create and finish tables. The log grows when its checkpoint is asked for, so it costs no move anything. It
// is served in the format of C2SP tlog-tiles (https://c2sp.org/tlog-tiles); its checkpoint is a note that the server's key signs.
package translog
