// Package ws is the WebSocket transport: it moves messages between clients and server/table and does not look into game data.
//
// The library reads messages and answers control frames (conn, libraryEnd). Messages of the server go past it. A silent socket takes two
// goroutines with small stacks, one of them the library's, and two buffers of 256 bytes. One goroutine reads and answers commands one after another. The
// goroutine and memory of the HTTP request are released. A timer pings silent connections.
//
// A pool of a few goroutines (writerPool) sends the messages of all subscriptions. It writes each batch with one system call that never
// blocks (connWriter); below TLS, patientConn takes the bytes of a message at once. A message is compressed once for all sockets. Only a slow reader gets a writing goroutine of its own, until it
// has caught up.
package ws
