// Package ws is the WebSocket transport: it moves messages between clients and server/table and does not look into game data.
//
// It implements the server end of RFC 6455 itself (conn). A silent socket takes one goroutine with a small stack, and no buffer. The
// goroutine reads and answers commands one after another. The goroutine and memory of the HTTP request are released. A timer pings
// silent connections.
//
// A pool of a few goroutines (writerPool) sends the messages of all subscriptions. It writes each batch with one system call that never
// blocks (connWriter). A message is compressed once for all sockets. Only a slow reader gets a writing goroutine of its own, until it
// has caught up.
package ws
