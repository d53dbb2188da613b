package lobby

import (
	"context"

	"nemeton/server/apperr"
	"nemeton/server/cursor"
	"nemeton/server/store"
	"nemeton/server/store/access"
)

// MaxPage is the maximum length of a page, Page the default.
const (
	MaxPage = 100
	Page    = 20
)

// Filter selects tables for a list. Zero fields select all.
type Filter struct {
	State  store.State
	Title  string
	Mine   bool
	Limit  int    // 1 to MaxPage; 0 is Page
	Cursor string // from the previous page
}

// List returns a page of the tables that the caller may find, the last changed first. An empty caller is anonymous. The returned cursor
// of the next page is empty on the last one. Errors: unauthenticated if an anonymous caller asks for their own tables, invalid for a
// bad cursor.
func (s *Service) List(ctx context.Context, caller store.PlayerID, f Filter) ([]store.Table, string, error) {
	if f.Limit < 1 {
		f.Limit = Page
	}
	q := store.Query{State: f.State, Title: f.Title, Viewer: caller, Limit: min(f.Limit, MaxPage) + 1}
	if f.Mine {
		if caller == "" {
			return nil, "", apperr.New(apperr.Unauthenticated, "sign in first")
		}
		q.Player, q.Listed = caller, true
	}
	if f.Cursor != "" {
		var err error
		if q.Before, q.BeforeID, err = cursor.Read(f.Cursor); err != nil {
			return nil, "", err
		}
	}
	var from store.TableLister = s.cfg.Store
	if s.cfg.Lists != nil && !f.Mine { // people find their own change at once
		from = s.cfg.Lists
	}
	rows, err := from.ListTables(ctx, q)
	if err != nil {
		return nil, "", apperr.Failed("list tables", err)
	}
	if len(rows) < q.Limit {
		return rows, "", nil
	}
	rows = rows[:q.Limit-1]
	last := rows[len(rows)-1]
	return rows, cursor.Write(last.UpdatedAt, last.ID), nil
}

// Get returns a table that the caller may see: a public one, one at which they have a seat, or one whose invite they hold. Any other is
// unknown_table, and so is a private one from which they are barred.
func (s *Service) Get(ctx context.Context, id store.TableID, caller store.PlayerID, invite string) (store.Table, error) {
	row, err := s.reread(ctx, id)
	if err != nil {
		return store.Table{}, err
	}
	if access.Of(row, caller, invite) < access.Reads {
		return store.Table{}, unknown()
	}
	return row, nil
}
