// Package wire holds the protocol as Go types: the JSON objects of the REST API and the messages of the WebSocket. It encodes and
// decodes and makes no decisions. docs/protocol.md describes the protocol. testdata holds one sample of every message, which the web
// client's tests read too.
package wire

// Subprotocol is the name of the socket protocol. Its number changes with every change that an old client would not understand.
//
//   - v1: the first
const Subprotocol = "nemeton.v1"
