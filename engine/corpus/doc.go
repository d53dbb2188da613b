// Package corpus keeps recorded games that must fold to the same result for ever, whatever becomes of the rules: thirty of each title
// and number of seats, under testdata. They were played by bots, with steps taken back and players who left and returned.
//
// A file is never written again once it is there: stored tables of players look the same. When a title's rules change, its recorded
// games stay as they are (their entries say which rules decided them), and games by the new rules may join them in files of their own.
package corpus
