// Package device is the client side of chance version 2. A device adds reveals to the chance of one table, and signs the commands of
// its player. A memory judges the record of the table.
//
//	New -> Answer -> [ Prove -> (store) -> send -> Accepted or Refused ] ... -> Memory.Check
//	         |           ^                          |
//	         |           +------ the same bytes ----+  the answer was lost, or is no judgment
//	         +-> Enroll another device of the seat, for example if the chain is used up
//
// Invariants:
//
//   - Prove stores the reveal's index, the command and the history that it was made for before it returns the reveal. So a crash
//     never leads to a second command with the same reveal.
//   - A reveal belongs to one command id and one content. A resend of the command is identical.
//   - A definite refusal voids the reveal. The device never uses it again, and counts it.
//
// The package imports the engine for the derivation of chains and the form of statements. The judgment of a record computes heads and
// hashes by itself.
package device
