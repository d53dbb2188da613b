// Package hostile is a client that attacks a server through its protocol, at full speed, from many addresses and over many connections.
//
//	Swarm ── one guest with tables of its own per address ──► attack: a file for each kind
//	   │                                                        │
//	   └── Probe: one request after the other,                  └── Report: sent, accepted, refused by code
//	       at a table with a short or a long log
//
// An attacker uses an address of its own in 127.66.0.0/16, so the server sees each as a stranger. Linux has all these addresses; other
// systems need an alias for each.
//
// The package checks one thing only: no answer may report an error of the server other than 503.
package hostile
