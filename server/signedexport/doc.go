// Package signedexport signs the exports of finished tables with the server's Ed25519 key, and checks such signatures. Signatures are C2SP signed notes, which
// any tool for signed notes can check (https://c2sp.org/signed-note).
//
// The key is made when it is needed first. All nodes of a store share it. A rotation adds a newer key, which signs from then on. Older keys are listed
// forever, so that the exports that they signed can be checked.
package signedexport
