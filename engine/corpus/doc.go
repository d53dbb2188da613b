// Package corpus holds recorded games that must fold to the same result forever, even if the rules change. There are
// two games for each title and number of seats, under testdata, with devices, reveals, signatures, voids, enrollments, a handover and a restore.
// The files clocks-TITLE-SEATS hold two games with clocks. Package poolgame of the test support played them.
//
// A file is never overwritten, because stored tables of players have the same form. If a title's rules change, its
// recorded games stay; their entries name the rules version that decided them. Games by the new rules go into new
// files. A new title has no games yet and is skipped until they are recorded:
//
//	go test ./engine/corpus -args -record
package corpus
