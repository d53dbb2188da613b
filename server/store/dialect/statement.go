package dialect

import (
	"regexp"
	"strings"
	"sync"
)

// Statement is a statement in the form of each database. Its text has the placeholders ?1, ?2 and so on. "/*pg X*/" stands for X on Postgres alone, and
// "/*lite X*/" for X on SQLite alone. "IN (LIST ?1)" compares with the elements of a list in ?1. A statement that is empty for a database does nothing there.
type Statement struct{ SQLite, Postgres string }

// The parts of statements that differ between the databases.
const (
	InList1    = "IN (LIST ?1)"
	LockPlayer = "/*pg FOR SHARE OF p*/" // ends a query of the table players p in a transaction, and prevents that the player is erased before its end
	SkipLocked = "/*pg FOR UPDATE SKIP LOCKED*/"
	All        = "1000000000" // is a limit above all numbers of rows
)

var (
	listOf       = regexp.MustCompile(`IN \(LIST \?(\d+)\)`)
	onlyPostgres = regexp.MustCompile(`(?s)/\*pg (.*?)\*/`)
	onlySQLite   = regexp.MustCompile(`(?s)/\*lite (.*?)\*/`)

	known sync.Map // of text to *Statement
)

// SQL translates a statement. The text is translated at the first call only.
func SQL(text string) *Statement {
	if s, ok := known.Load(text); ok {
		return s.(*Statement)
	}
	lite := onlySQLite.ReplaceAllString(onlyPostgres.ReplaceAllString(text, ""), "$1")
	pg := onlyPostgres.ReplaceAllString(onlySQLite.ReplaceAllString(text, ""), "$1")
	s := &Statement{
		SQLite:   strings.TrimSpace(listOf.ReplaceAllString(lite, "IN (SELECT value FROM json_each(?$1))")),
		Postgres: strings.TrimSpace(strings.ReplaceAll(listOf.ReplaceAllString(pg, "= ANY (?$1)"), "?", "$")),
	}
	known.Store(text, s)
	return s
}

// Statements returns all statements that were translated.
func Statements() (list []*Statement) {
	known.Range(func(_, s any) bool {
		list = append(list, s.(*Statement))
		return true
	})
	return list
}
