// Package audit goes through the tables of a store that still run, and says which of them today's rules would have decided otherwise.
// Such tables are not broken: their logs fold as they always did. But from the next move on they would be played by other rules than
// they were begun with, and whoever hosts them may want to know before an upgrade.
package audit
