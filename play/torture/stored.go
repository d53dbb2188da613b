package torture

import (
	"context"
	"errors"

	"nemeton/engine"
	"nemeton/server/store"
	"nemeton/server/store/open"
)

// readPage is the number of records in one read.
const readPage = 500

// ReadStored reads a table's log from its database. The server must be stopped, because a SQLite file belongs to one process.
func ReadStored(ctx context.Context, database, table string) (records []engine.Record, err error) {
	s, err := open.Store(ctx, database, open.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for {
		page, err := s.Read(ctx, store.TableID(table), engine.Seq(len(records)), readPage)
		if records = append(records, page...); err != nil || len(page) < readPage {
			return records, err
		}
	}
}
