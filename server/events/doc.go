// Package events is the transport of live messages for networks that block WebSocket: server-sent events, one way from the server to the client. Commands
// go by REST (server/httpapi).
//
// An event stream is a subscription like a socket, so it has the same messages, order, bounds and ends. It takes a goroutine and the buffers of its request,
// and serves few viewers; so it has no writer pool.
package events
