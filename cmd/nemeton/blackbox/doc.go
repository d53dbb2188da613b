// Package blackbox tests the built server as a process. It plays on servers through REST and WebSocket only, on both stores, and kills, stops,
// doubles and damages them.
package blackbox
