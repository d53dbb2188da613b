// Package ws is the socket door: it carries frames between browsers and server/table and knows nothing of what is in
// them. It alone imports the websocket library, so that moving to another one is a change in one place.
//
// Each socket has one goroutine, which answers commands one after another; that of its request, and all that was put into the request on its
// way here, is left behind. What the subscriptions hold is carried by a few goroutines for all sockets together (post), each frame with one call
// of the system that never waits (outlet) and, where clients ask for it, packed once for all of them (pack); only a reader that is
// slow gets a goroutine of its own, for as long as it is slow. A timer asks whether the other end lives.
package ws
