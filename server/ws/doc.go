// Package ws is the WebSocket transport: it moves messages between clients and server/table and does not look into game data. The
// WebSocket library is behind server/ws/wsconn.
//
// Each socket has one goroutine, which reads and answers commands one after another. The goroutine and memory of the HTTP request
// are released. A pool of a few goroutines (writerPool) sends the messages of all subscriptions. It writes each batch with one
// system call that never blocks (connWriter). A message is compressed once for all sockets. Only a slow reader gets a writing
// goroutine of its own, until it has caught up. A timer pings silent connections.
package ws
