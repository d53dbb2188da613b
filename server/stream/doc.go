// Package stream holds what the transports of live messages share: WebSocket (server/ws) and event streams (server/events). It reads the
// request of a subscription, knows the close code of an error, and tracks the open sockets and streams of a node.
package stream
