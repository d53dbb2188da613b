// Package inbrowser runs the rules on the player's machine: it opens records, keeps local tables, plays bots and checks. cmd/engine-wasm
// compiles it for browsers.
//
// # Commands
//
// Engine.Handle takes a command as JSON, with its name in the member "do", and returns an Answer. A long command works in slices: its
// answer is Busy, and the command "continue" goes on with it. So the caller's event loop never waits for longer than a slice.
//
// # Failure
//
// The rules rely on events that they decided. At a forged record they may panic, which refuses the command. If the program ends, as without memory, its
// caller starts a new one and repeats its last command. Nothing is stored here.
package inbrowser
