// Package player is who people are: guests with a name, the devices they are signed in on, and the codes that carry them
// to another device.
//
// # Invariants
//
//   - A token is 256 bits of entropy and is known to its device alone: the store holds its SHA-256.
//   - A link's code is 60 bits, works once and for ten minutes; the store holds its SHA-256.
//   - Erasing a player leaves no name, session or link behind. Tables and logs keep the nameless id.
//   - A name is what everybody at a table has to read: printable, of one line, not endless, each word in one script. Names need not differ: who
//     looks like somebody else at a table gets a number there, and so does the other.
package player
