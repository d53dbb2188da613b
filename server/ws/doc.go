// Package ws is the socket door: it carries frames between browsers and server/table and knows nothing of what is in
// them. It alone imports the websocket library, so that moving to another one is a change in one place.
//
// Each socket has two goroutines: the one of the request reads, answering commands one after another; the other writes what the
// subscription holds. A timer asks whether the other end lives. Either one's end ends both.
package ws
