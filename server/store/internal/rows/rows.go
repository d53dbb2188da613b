// Package rows implements most of store.Store with statements that both databases understand: all but the log and what belongs to one database.
package rows

import (
	"nemeton/server/store/dialect"
)

// Rows implements methods of store.Store.
type Rows struct {
	db        dialect.DB
	encrypter *dialect.Encrypter // of secrets; nil: secrets are stored as plain text
}

// New returns the rows of a store.
func New(db dialect.DB, encrypter *dialect.Encrypter) *Rows { return &Rows{db, encrypter} }
