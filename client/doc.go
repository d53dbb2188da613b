// Package client plays on a Nemeton server through its public protocol, which docs/protocol.md describes. It knows no rules and shares no
// code with the server. Bots, tests and measurements use it.
//
//	Client  REST calls as one person, or as a spectator
//	Conn    the messages of one table by WebSocket, as they come; an EventStream does without WebSocket
//	State   the newest view and decisions of a viewer, from those messages
//	Seat    a seat that is played: it connects, connects again, and sends commands until they are answered
//
// The package device adds reveals and signatures to commands. A Seat does that by itself.
package client
