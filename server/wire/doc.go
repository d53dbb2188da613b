// Package wire is the protocol as Go types: the JSON objects of the REST door and the frames of the socket door. It
// spells and reads; it judges nothing. docs/protocol.md is its text; testdata holds one sample of every frame, which the
// web client's tests read too.
package wire

// Subprotocol names the socket protocol. Its number changes with any change that an old client would not understand.
//
//   - v1: the first
const Subprotocol = "nemeton.v1"
