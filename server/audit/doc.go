// Package audit finds the running tables of a store whose entries the current rules would have decided differently. Such tables are
// not broken, because their logs still fold. But from the next move on they would be played by other rules than before, which their
// operator may want to know before an upgrade.
package audit
